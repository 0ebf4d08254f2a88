// The JavaScript references of benchmarks/verify.py: Pokémon Showdown's simulator and boardgame.io's reducer.
//
// usage: node benchmarks/reference.mjs [battles a format] [moves]
//
// Prepares what is replayed (not measured) and prints one line of JSON that names the versions. Then, for each line on
// its input, it replays everything once and prints one line of JSON: [{name, decisions, seconds}], the seconds being
// processor time of the whole process. verify.py asks for the rounds one by one, between rounds of its own.

import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';

process.env.NODE_ENV = 'production'; // before the libraries are loaded: without checks that only help authors
const require = createRequire(import.meta.url);
const {Battle, Teams} = require('@pkmn/sim');
const {TeamGenerators} = require('@pkmn/randoms');
const {CreateGameReducer, InitializeGame} = require('boardgame.io/internal');
// exported by the package's runner only
const simulator = dirname(require.resolve('@pkmn/sim'));
const {RandomPlayerAI} = require(join(simulator, 'tools', 'random-player-ai.js'));

const FORMATS = ['gen1', 'gen4', 'gen7', 'gen9'].map((gen) => `${gen}randombattle`).concat('gen9randomdoublesbattle');
const BATTLES = Number(process.argv[2] ?? 12);
const MOVES = Number(process.argv[3] ?? 4000);
const WARM_UP = 3;

// Pokémon Showdown

/** The input log of a battle between two of Showdown's random players. */
function battleLog(formatid, number) {
  const seed = (role) => `gen5,${[number, role, 0, 1].map((n) => n.toString(16).padStart(4, '0')).join('')}`;
  const battle = new Battle({formatid, seed: seed(1)});
  const sides = ['p1', 'p2'];
  const players = sides.map((side, index) => {
    const player = new RandomPlayerAI(null, {seed: seed(4 + index)});
    player.choose = (choice) => battle.choose(side, choice);
    battle.setPlayer(side, {name: side, team: Teams.getGenerator(formatid, seed(2 + index)).getTeam()});
    return player;
  });
  while (!battle.ended) {
    battle.sides.forEach((side, index) => {
      if (side.activeRequest && !side.isChoiceDone()) players[index].receiveRequest(side.activeRequest);
    });
  }
  return battle.inputLog;
}

/** Replay an input log as Showdown's server does, without its streams. Returns the number of decisions. */
function replay(log) {
  let battle = null;
  let decisions = 0;
  for (const line of log) {
    const space = line.indexOf(' ');
    const [type, message] = [line.slice(1, space), line.slice(space + 1)];
    if (type === 'start') {
      battle = new Battle({...JSON.parse(message), send: () => {}});
    } else if (type === 'player') {
      const second = message.indexOf(' ');
      battle.setPlayer(message.slice(0, second), JSON.parse(message.slice(second + 1)));
    } else if (type === 'p1' || type === 'p2') {
      if (!battle.choose(type, message)) throw new Error(`a recorded choice was refused: ${line}`);
      battle.sendUpdates();
      decisions++;
    }
  }
  if (!battle.ended) throw new Error('a recorded battle did not end');
  return decisions;
}

function showdown(formatid) {
  const logs = Array.from({length: BATTLES}, (_, index) => battleLog(formatid, index + 1));
  return {name: formatid, run: () => logs.reduce((total, log) => total + replay(log), 0)};
}

// boardgame.io: ten models a side, moved and shot with in turn, as the library's tutorial would write it

const SIZE = 10;

const skirmish = {
  name: 'skirmish',
  setup: () => ({
    models: Object.fromEntries(['0', '1'].flatMap((side) => Array.from({length: SIZE}, (_, index) => {
      const id = `${side}-${index}`;
      return [id, {id, side, x: Number(side) * 2400, y: index * 200, wounds: 3}];
    }))),
    shots: 0,
  }),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    go: ({G}, id, x, y) => {
      Object.assign(G.models[id], {x, y});
    },
    shoot: ({G, random}, id, target) => {
      const [hit, wound] = random.D6(2);
      G.shots += 1;
      if (hit >= 3 && wound >= 4) G.models[target].wounds -= 1;
    },
  },
};

function boardgame() {
  const reduce = CreateGameReducer({game: skirmish});
  const moves = Array.from({length: MOVES}, (_, index) => {
    const side = String(index % 2);
    const model = `${side}-${(index >> 1) % SIZE}`;
    const shoots = index % 4 > 1;
    const target = `${1 - side}-${(index * 7) % SIZE}`;
    const args = shoots ? [model, target] : [model, (index * 37) % 3000, (index * 53) % 2200];
    return {type: 'MAKE_MOVE', payload: {type: shoots ? 'shoot' : 'go', args, playerID: side}};
  });
  const run = () => {
    // games of 200 moves, because the reducer keeps every state for undoing
    for (let first = 0; first < moves.length; first += 200) {
      let state = InitializeGame({game: skirmish, numPlayers: 2});
      for (const move of moves.slice(first, first + 200)) state = reduce(state, move);
      if (state._stateID !== Math.min(200, moves.length - first)) throw new Error('boardgame.io refused a move');
    }
    return moves.length;
  };
  return {name: 'boardgame.io', run};
}

// measuring

function measure({name, run}) {
  const before = process.cpuUsage();
  const decisions = run();
  const {user, system} = process.cpuUsage(before);
  return {name, decisions, seconds: (user + system) / 1e6};
}

Teams.setGeneratorFactory(TeamGenerators);
const references = [...FORMATS.map(showdown), boardgame()];
for (let round = 0; round < WARM_UP; round++) references.forEach(measure);

const version = (name) => require(join(import.meta.dirname, 'node_modules', name, 'package.json')).version;
const packages = ['@pkmn/sim', 'boardgame.io'];
const versions = Object.fromEntries(packages.map((name) => [name, version(name)]));
console.log(JSON.stringify({node: process.version, ...versions}));
for await (const _ of createInterface({input: process.stdin})) console.log(JSON.stringify(references.map(measure)));
