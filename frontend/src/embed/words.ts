// The words of the embedded parts. They are few, and other sites' pages do not have our catalogue.

export type Language = "en" | "ru";
export type Standing = "verified" | "confirmed" | "ruled" | "disputed" | "reported" | "awarded";

export type Why = "disputed" | "reported" | "unverified";

export type Certainty = "very uncertain" | "settling" | "settled";

export interface Words {
  place: string;
  name: string;
  record: string;
  table: string;
  first: string;
  second: string;
  result: string;
  bye: string;
  unopposed: string;
  third: string;
  nobody: string;
  pairings: string;
  unpaired: string;
  undrawn: string;
  entrants: string;
  elimination: string;
  page: string;
  failed: string;
  stale: string;
  site: string;
  decimal: string;
  after: (round: number) => string;
  during: (round: number) => string;
  round: (round: number) => string;
  all: (count: number) => string;
  stage: (matches: number) => string;
  points: string;
  inGroup: string;
  group: (name: string) => string;
  pod: (places: string, within: number) => string;
  part: (part: "upper" | "lower" | "final", within: number) => string;
  standing: Record<Standing, string>;
  provisional: string;
  rests: string;
  because: (round: number, table: number) => Record<Why, string>;
  asOf: (moment: string) => string;
  club: string;
  allOfClub: (count: number) => string;
  restsEvents: string;
  noSeason: string;
  calendar: string;
  noEvents: string;
  noDate: string;
  phase: (phase: string) => string;
  ratings: string;
  noRatings: string;
  rating: string;
  games: string;
  how: string;
  certainty: Record<Certainty, string>;
}

const EN: Words = {
  place: "Place", name: "Name", record: "W–D–L", table: "Table", first: "First side", second: "Second side",
  result: "Result", bye: "Bye", unopposed: "unopposed", third: "for third place",
  nobody: "Nobody has registered yet.", pairings: "Pairings", unpaired: "This round is not paired yet.",
  undrawn: "The bracket is not set yet.", entrants: "Players", elimination: "Bracket",
  page: "The event's page", failed: "This cannot be shown right now.", stale: "Not up to date: no connection",
  site: "Game log",
  decimal: ".",
  after: (round) => `Standings after round ${round}`,
  during: (round) => `Standings, round ${round} being played`,
  round: (round) => `Round ${round}`,
  all: (count) => `All ${count} on the event's page`,
  stage: (matches) => ({ 1: "final", 2: "semi-finals", 4: "quarter-finals" })[matches] ?? `round of ${2 * matches}`,
  points: "Points", inGroup: "Group", group: (name) => `Group ${name}`,
  pod: (places, within) => `places ${places}, round ${within}`,
  part: (part, within) => (part === "final" ? (within > 1 ? "second grand final" : "grand final") : `${part} bracket, round ${within}`),
  standing: {
    verified: "verified", confirmed: "confirmed", ruled: "ruled", disputed: "disputed", reported: "reported",
    awarded: "awarded",
  },
  provisional: "provisional",
  rests: "A provisional place rests on a result that is disputed, not confirmed or not verified.",
  because: (round, table) => ({
    disputed: `round ${round}, table ${table} is disputed`,
    reported: `round ${round}, table ${table} is not confirmed`,
    unverified: `the record of round ${round}, table ${table} is not verified`,
  }),
  asOf: (moment) => `As of ${moment}`,
  club: "The club's page",
  allOfClub: (count) => `All ${count} on the club's page`,
  restsEvents: "A provisional row rests on an event with a result that is disputed, not confirmed or not verified.",
  noSeason: "Nobody has points in this season yet.",
  calendar: "Calendar", noEvents: "No events yet.", noDate: "no date yet",
  phase: (phase) => ({ registration: "registration is open", ready: "registration is closed", running: "being played", finished: "finished", cancelled: "cancelled" })[phase] ?? phase,
  ratings: "Ratings", noRatings: "Nobody is rated yet.", rating: "Rating", games: "Games", how: "Certainty",
  certainty: { "very uncertain": "very uncertain", settling: "settling", settled: "settled" },
};

const RU: Words = {
  place: "Место", name: "Имя", record: "В–Н–П", table: "Стол", first: "Первая сторона", second: "Вторая сторона",
  result: "Результат", bye: "Бай", unopposed: "без соперника", third: "за третье место",
  nobody: "Пока никто не зарегистрирован.", pairings: "Пары", unpaired: "Пары этого тура ещё не составлены.",
  undrawn: "Сетка ещё не составлена.", entrants: "Игроки", elimination: "Сетка",
  page: "Страница турнира", failed: "Сейчас это нельзя показать.", stale: "Не обновляется: нет связи",
  site: "Журнал битв",
  decimal: ",",
  after: (round) => `Таблица после тура ${round}`,
  during: (round) => `Таблица, идёт тур ${round}`,
  round: (round) => `Тур ${round}`,
  all: (count) => `Все (${count}) на странице турнира`,
  stage: (matches) => ({ 1: "финал", 2: "полуфиналы", 4: "четвертьфиналы" })[matches] ?? `1/${matches} финала`,
  points: "Очки", inGroup: "Группа", group: (name) => `Группа ${name}`,
  pod: (places, within) => `места ${places}, ${within}-й круг`,
  part: (part, within) =>
    part === "final" ? (within > 1 ? "второй гранд-финал" : "гранд-финал") : `${part === "upper" ? "верхняя" : "нижняя"} сетка, ${within}-й круг`,
  standing: {
    verified: "проверено", confirmed: "подтверждено", ruled: "решил судья", disputed: "оспорено",
    reported: "сообщено", awarded: "присуждено",
  },
  provisional: "предварительно",
  rests: "Предварительное место зависит от результата, который оспорен, не подтверждён или не проверен.",
  because: (round, table) => ({
    disputed: `тур ${round}, стол ${table}: результат оспорен`,
    reported: `тур ${round}, стол ${table}: результат не подтверждён`,
    unverified: `тур ${round}, стол ${table}: запись партии не проверена`,
  }),
  asOf: (moment) => `По состоянию на ${moment}`,
  club: "Страница клуба",
  allOfClub: (count) => `Все (${count}) на странице клуба`,
  restsEvents: "Предварительная строка зависит от турнира, где результат оспорен, не подтверждён или не проверен.",
  noSeason: "В этом сезоне очков пока ни у кого нет.",
  calendar: "Календарь", noEvents: "Турниров пока нет.", noDate: "даты пока нет",
  phase: (phase) => ({ registration: "регистрация открыта", ready: "регистрация закрыта", running: "идёт", finished: "завершён", cancelled: "отменён" })[phase] ?? phase,
  ratings: "Рейтинги", noRatings: "Рейтингов пока нет.", rating: "Рейтинг", games: "Игры", how: "Точность",
  certainty: { "very uncertain": "очень приблизительный", settling: "уточняется", settled: "устоявшийся" },
};

export function words(language: Language): Words {
  return language === "ru" ? RU : EN;
}

// Shapes beside the words, so that no colour says it alone; the same as on the event's own pages.
export const SHAPES: Record<Standing, string> = {
  verified: "M4 12.5l5.5 5.5L20 6.5",
  confirmed: "M6 12h12",
  ruled: "M12 3v18M5 21h14M5 7h14",
  disputed: "M12 4v10M12 19v.1",
  reported: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17Z",
  awarded: "M5 12h14M12 5v14",
};
export const HOURGLASS = "M7 3h10M7 21h10M8 3v4l8 10v4M16 3v4L8 17v4";
