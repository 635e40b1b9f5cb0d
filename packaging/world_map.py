"""Makes `resources/map/world.json` from the TopoJSON files of world-atlas (Natural Earth, public domain).

    python packaging/world_map.py countries-110m.json countries-50m.json resources/map/world.json

The second file gives the small countries that the first one leaves out. Both come with the npm package
world-atlas. The shapes are projected by Natural Earth I, cut at the antimeridian, and written as flat
lists of coordinates by ISO 3166-1 alpha-2 code; land without a code is under ''.
"""

import json
import math
import re
import sys
from pathlib import Path
from typing import Any

from babel.core import get_global

_WIDTH = 1000.0
_NOT_DRAWN = "AQ"
"""Antarctica: a third of the picture, and nobody's traffic."""
_SMALLEST = 0.4
"""Rings below this size, in units of the map, are left out, unless they are a country's only land."""

Point = tuple[float, float]
Ring = list[Point]


def main() -> None:
    """Read the files, write the map, and say how large it is."""
    common, detailed, output = (Path(argument) for argument in sys.argv[1:])
    shapes = _read(common)
    for code, rings in _read(detailed).items():
        if code:
            shapes.setdefault(code, rings)
    drawn = {code: _drawn(rings) for code, rings in sorted(shapes.items()) if code != _NOT_DRAWN}
    left, top, right, bottom = _bounds(drawn)
    scale = _WIDTH / (right - left)
    content = {
        "width": _WIDTH,
        "height": math.ceil((bottom - top) * scale),
        "shapes": {
            code: _written([[((x - left) * scale, (y - top) * scale) for x, y in ring] for ring in rings])
            for code, rings in drawn.items()
        },
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{output}: {len(drawn)} shapes, {output.stat().st_size:,} bytes")


def _read(path: Path) -> dict[str, list[Ring]]:
    """Read the rings of each country, in degrees."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    arcs = [_arc(arc, topology["transform"]) for arc in topology["arcs"]]
    shapes: dict[str, list[Ring]] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        polygons = geometry.get("arcs", [])
        if geometry["type"] == "Polygon":
            polygons = [polygons]
        rings = [_ring(line, arcs) for polygon in polygons for line in polygon]
        shapes.setdefault(_code(geometry), []).extend(rings)
    return shapes


def _code(geometry: dict[str, Any]) -> str:
    """Turn the numeric code of a country into its two letters; Kosovo has no numeric one."""
    if geometry["properties"]["name"] == "Kosovo":
        return "XK"
    codes = get_global("territory_aliases").get(geometry.get("id", ""), [])
    return next((code for code in codes if re.fullmatch("[A-Z]{2}", code)), "")


def _arc(deltas: list[list[int]], transform: dict[str, list[float]]) -> Ring:
    """Undo the quantization: an arc is written as steps from point to point."""
    (scale_x, scale_y), (start_x, start_y) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for step_x, step_y in deltas:
        x, y = x + step_x, y + step_y
        points.append((x * scale_x + start_x, y * scale_y + start_y))
    return points


def _ring(indexes: list[int], arcs: list[Ring]) -> Ring:
    """Join arcs; a negative index is an arc backwards, and the joints stand in both."""
    ring: Ring = []
    for index in indexes:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring += arc[1:] if ring else arc
    return ring


def _drawn(rings: list[Ring]) -> list[Ring]:
    return [[_project(point) for point in part] for ring in rings for part in _cut(ring)]


def _cut(ring: Ring) -> list[Ring]:
    """Cut a ring that crosses the antimeridian into the parts on both sides."""
    unwrapped = [ring[0]]
    for longitude, latitude in ring[1:]:
        turns = round((unwrapped[-1][0] - longitude) / 360)
        unwrapped.append((longitude + 360 * turns, latitude))
    parts = []
    for shift in (-360, 0, 360):
        shifted = [(longitude + shift, latitude) for longitude, latitude in unwrapped]
        part = _clip(_clip(shifted, -180, 1), 180, -1)
        if len(part) > 2:
            parts.append(part)
    return parts


def _clip(ring: Ring, edge: float, side: int) -> Ring:
    """Keep what lies right (`side` 1) or left (-1) of a meridian."""
    kept: Ring = []
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        inside1, inside2 = (x1 - edge) * side >= 0, (x2 - edge) * side >= 0
        if inside1:
            kept.append((x1, y1))
        if inside1 != inside2:
            kept.append((edge, y1 + (y2 - y1) * (edge - x1) / (x2 - x1)))
    return kept


def _project(point: Point) -> Point:
    """Project by Natural Earth I (Šavrič, Jenny, Patterson 2011); y goes down."""
    longitude, latitude = (math.radians(degrees) for degrees in point)
    a = latitude * latitude
    b = a * a
    x = longitude * (0.8707 - 0.131979 * a + b * (-0.013791 + b * (0.003971 * a - 0.001529 * b)))
    y = latitude * (1.007226 + a * (0.015085 + b * (-0.044475 + 0.028874 * a - 0.005916 * b)))
    return x, -y


def _bounds(shapes: dict[str, list[Ring]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for rings in shapes.values() for ring in rings for point in ring), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _written(rings: list[Ring]) -> list[list[float]]:
    """Round to a tenth, small ones to a hundredth, and leave out repeated points and specks."""
    largest = max(_size(ring) for ring in rings)
    written = []
    for ring in rings:
        if _size(ring) < min(_SMALLEST, largest):
            continue
        digits = 1 if _size(ring) > 2 else 2
        points = list(dict.fromkeys((round(x, digits), round(y, digits)) for x, y in ring))
        written.append([coordinate for point in points for coordinate in point])
    return written


def _size(ring: Ring) -> float:
    xs, ys = [x for x, _y in ring], [y for _x, y in ring]
    return max(max(xs) - min(xs), max(ys) - min(ys))


if __name__ == "__main__":
    main()
