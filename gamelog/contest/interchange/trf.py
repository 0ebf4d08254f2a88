"""FIDE's tournament report file: `write` a book, `read` one."""

from gamelog.contest.interchange.trf_columns import Edition as Edition
from gamelog.contest.interchange.trf_read import Reading as Reading
from gamelog.contest.interchange.trf_read import read as read
from gamelog.contest.interchange.trf_write import Written as Written
from gamelog.contest.interchange.trf_write import fits as fits
from gamelog.contest.interchange.trf_write import write as write
