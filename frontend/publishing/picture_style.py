"""The colours and lines of pictures that the server draws: those of the pages by day (`frontend/src/styles/board.css`).

A picture knows no custom properties and no strokes that keep their width, so widths are given in pixels of the picture
(`2p`) and become lengths on the table.
"""

from __future__ import annotations

import re

_STYLE = """
.paper { fill: #f6f3ec } .ink { fill: #1d2126 } .soft { fill: #565c64 } .line { stroke: #d9d3c6; stroke-width: 2 }
.blue-side { fill: #1f5fa8 } .amber-side { fill: #e8a33d; stroke: #713c00 }
.felt { fill: #cccdb2 } .edge { fill: none; stroke: #1d2126; stroke-width: 2p }
.zone polygon { fill: none; stroke: #1d2126; stroke-width: 1.5p; stroke-dasharray: 9p 7p; opacity: .3 }
.terrain .body { fill: #bfb6a6; stroke: #3b372f; stroke-width: 1.3p; stroke-linejoin: round }
.terrain .shadow { fill: #262416; opacity: .3 }
.inner path { fill: none; stroke: #3b372f; stroke-width: 1p; stroke-linecap: round; stroke-linejoin: round }
.inner .mass { fill: #bfb6a6 } .inner .deck { fill: #ddd5c6 } .inner .dim { fill: #8f8575; stroke: none; opacity: .75 }
.inner .shine { fill: #ddd5c6; stroke: none } .inner .joint { opacity: .75 }
.inner .grate, .inner .planks, .inner .cobble { stroke: #c0b49e } .inner .pane { fill: #c0b49e; stroke: none }
.inner .solid { fill: #4b463d; stroke: none } .inner .stones { fill: #bfb6a6; stroke: none }
.inner .dark { fill: #8f8575 } .inner .kerb { stroke: #8f8575; opacity: .7 }
.inner .middle { stroke: #ddd5c6; stroke-width: 1.8p; stroke-dasharray: 14p 12p }
.inner .bowl { fill: #8f8575; fill-opacity: .35; stroke: none; fill-rule: evenodd } .inner .hachure { opacity: .6 }
.inner .contour { fill: #deddc3; fill-opacity: .5; opacity: .7 }
.inner .furrow { stroke: #767d57; stroke-dasharray: 5p 3p; stroke-width: 1.6p; opacity: .6 }
.inner .wave { stroke: #5f7f86 } .inner .crown-shade { fill: #262416; fill-opacity: .3; stroke: none }
.inner .crown { fill: #8f9c6a; stroke: #66734a } .inner .leaf { stroke: #66734a; opacity: .7 }
.inner .post, .inner .girder { stroke-width: 2.6p } .inner .tread { fill: #3b372f; stroke: none; opacity: .8 }
.inner .leaf-of-door { stroke: #1d2126; stroke-width: 3p } .inner .arc { stroke: #565c64; stroke-dasharray: 3p 4p }
.kind-floor .body, .kind-ruin .body, .kind-ruins .body { fill: #f1eadb; stroke: #4b463d }
.kind-floor .body { fill-opacity: .5; stroke-dasharray: 4p 3p } .kind-floor .inner { opacity: .5 }
.kind-building .body, .kind-castle .body { fill: #ddd5c6 }
.kind-tanks .body, .kind-crates .body, .kind-barricade .body, .kind-trench .body { fill: #d9d0bd }
.kind-road .body { fill: #d9d0bd; stroke: none }
.kind-crater .body, .kind-rubble .body, .kind-difficult .body { fill: #8f8575; fill-opacity: .18; stroke-opacity: .4 }
.kind-crater .body { fill-opacity: 0 }
.kind-rubble .shadow, .kind-razor-wire .shadow, .kind-tank-trap .shadow, .kind-forest .shadow,
.kind-hill .shadow { display: none }
.kind-razor-wire .body, .kind-tank-trap .body { fill: #8f8575; fill-opacity: .12; stroke: none }
.kind-forest .body { fill: #66734a; fill-opacity: .35; stroke: #66734a; stroke-dasharray: 8p 4p }
.kind-hill .body { fill: #deddc3; fill-opacity: .75; stroke: #85876a }
.kind-field .body { fill: #deddc3; fill-opacity: .7; stroke: #767d57; stroke-dasharray: 8p 4p }
.kind-water .body, .kind-river .body { fill: #b3c6c8; stroke: #5f7f86 }
.kind-dangerous .body { fill: #8f8575; fill-opacity: .25; stroke-dasharray: 3p 3p }
.kind-wreck .body { stroke-dasharray: 5p 2p } .kind-impassable .body { fill: #8f8575 }
.kind-ladder .body, .kind-vent .body, .kind-door .body, .kind-locked-door .body { fill: #fdfcf9 }
.kind-open-door .body { fill: none; stroke: #565c64; stroke-dasharray: 3p 4p } .kind-pitfall .body { fill: #3f3b30 }
.kind-pitfall .inner path { stroke: #8f8575 }
.block.blue .boundary { fill: #1f5fa8; fill-opacity: .3; stroke: #1f5fa8; stroke-width: 1.5p }
.block.amber .boundary { fill: #e8a33d; fill-opacity: .3; stroke: #a85a00; stroke-width: 1.8p; stroke-dasharray: 6p 3p }
.front-edge path { stroke: #1d2126; stroke-width: 3p }
.model.blue .base { fill: #123e74; stroke: #fdfcf9; stroke-width: .8p } .model.blue .face { fill: #1f5fa8 }
.model.amber .base { fill: #713c00; stroke: #fdfcf9; stroke-width: .8p } .model.amber .face { fill: #f8e7cb }
.model .diamond { fill: #e8a33d; stroke: #713c00; stroke-width: .8p; stroke-linejoin: round }
.model.blue polygon.base { fill: #1f5fa8; stroke: #fdfcf9 }
.model.amber polygon.base { fill: #f8e7cb; stroke: #713c00; stroke-width: 1p }
.model .name { fill: #fff; font-weight: bold } .model.amber .name { fill: #241500 }
.fallen path { fill: #cccdb2; fill-opacity: .55; stroke: #123e74; stroke-width: 1.2p; opacity: .85 }
.fallen.amber path { stroke: #713c00 } .fallen .x, .fallen.amber .x { fill: none; stroke: #565c64; stroke-width: 1.8p }
.ring { fill: none; stroke: #1d2126; stroke-width: 2.4p }
.way polyline { fill: none; stroke-linejoin: round } .way .under { stroke: #fdfcf9; stroke-width: 6p; opacity: .7 }
.way .gone { stroke: #1f5fa8; stroke-width: 2.8p; stroke-dasharray: 7p 4p }
.way.amber .gone { stroke: #a85a00; stroke-dasharray: 3p 3p }
.way .head { fill: #1f5fa8; stroke: #fdfcf9; stroke-width: 1p } .way.amber .head { fill: #e8a33d; stroke: #713c00 }
.attack .under { fill: #fdfcf9; stroke: #fdfcf9; stroke-width: 5p; stroke-linejoin: round; opacity: .75 }
.attack .beam { fill: #1f5fa8 } .attack.amber .beam { fill: #e8a33d; stroke: #713c00; stroke-width: 1.4p }
.laid { fill: #1d2126; fill-opacity: .14; stroke: #1d2126; stroke-width: 2p }
.felled { fill: none; stroke: #1d2126; stroke-width: 3.6p; stroke-linecap: round }
.felled.under { stroke: #fdfcf9; stroke-width: 7p }
.called { fill: #1d2126; font-size: 12.5p; font-weight: bold; stroke: #f6f3ec; stroke-width: 4p; paint-order: stroke }
"""


def style(pixel: float) -> str:
    """The style sheet of a picture in which a pixel shows so many hundredths of an inch."""
    return re.sub(r"(\d*\.?\d+)p\b", lambda found: f"{float(found[1]) * pixel:.1f}", _STYLE)
