"""The icon of the site."""

ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"
    "<rect x='2' y='2' width='20' height='20' rx='5' fill='#1d2126'/>"
    "<circle cx='8' cy='8' r='2.4' fill='#7db4f2'/><path d='M16 13l3 3-3 3-3-3Z' fill='#e8a33d'/></svg>"
)
