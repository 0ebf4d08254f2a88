"""A broken file is described in words, with what to do, and never by a path of its JSON."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

import rules
from frontend.games.file_words import file_words

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
FOR_PROGRAMS = re.compile(r"\$\.|\$:|\[\d+\]|\bb'|b&#x27;|`")


def _archive(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


BROKEN = [
    ("nothing.ros", b" "), ("odd.ros", b"<roster"), ("page.ros", b"<html></html>"), ("bytes.rosz", b"PK\x03\x04rest"),
    ("two.rosz", _archive(a=b"1", b=b"2")), ("list.txt", b"\xff\xfe\xfa"), ("gang.json", b'{"gang": 7}'),
    ("gang.json", b'{"gang": {"gangers": [{}]}}'), ("cut.jsonl", b'{"format": "gamelog'), ("odd.jsonl", b'[1, "b"]\n'),
    ("other.jsonl", b'{"format": 7, "ruleset": []}\n{}\n'), ("empty.jsonl", b"\n\n"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("address", ["/rosters/", "/games/upload/"])
@pytest.mark.parametrize(("name", "data"), BROKEN)
def test_a_page_says_in_words_what_is_wrong(
    client: Client, address: str, name: str, data: bytes, language: str
) -> None:
    client.force_login(User.objects.create_user("ada"))
    answer = client.post(address, {"file": SimpleUploadedFile(name, data)}, headers={"accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == 400
    errors = re.findall(r'<ul class="errorlist.*?</ul>|<p class="[^"]*error[^"]*".*?</p>', page, re.DOTALL)
    assert errors, page
    for said in errors:
        words = re.sub("<[^>]+>", "", said)
        assert not FOR_PROGRAMS.search(words), words
        assert bool(CYRILLIC.search(words)) == (language == "ru"), words


@pytest.mark.parametrize(
    ("path", "reason", "english", "russian"),
    [
        ("line 3 $.dice[0]", "Expected `int`, got `str`",
         "Line 3, die 1: a whole number is expected here, but the file has text. "
         "Correct this place and upload the file again.",
         "Строка 3, кубик 1: здесь ожидается целое число, а в файле текст. "
         "Исправьте это место и загрузите файл ещё раз."),
        ("$.forces[1].odd", "there is no such field",
         "Force 2, “odd”: this field is not known here. Correct this place and upload the file again.",
         "Отряд 2, “odd”: такого поля здесь быть не должно. Исправьте это место и загрузите файл ещё раз."),
        ("$", "this archive is protected by a password",
         "The archive is protected by a password. Export or download the file again, and upload the new copy.",
         "Архив защищён паролем. Выгрузите или скачайте файл заново и загрузите новую копию."),
        ("$.models[4]", "something new - at `$.models[4]`",
         "Model 5: something new. Correct this place and upload the file again.",
         "Модель 5: эту часть файла нельзя прочитать. Исправьте это место и загрузите файл ещё раз."),
    ],
)  # fmt: skip
def test_the_place_the_fault_and_what_to_do(path: str, reason: str, english: str, russian: str) -> None:
    for language, said in (("en", english), ("ru", russian)):
        with translation.override(language):
            assert file_words(rules.Malformed(path, reason)) == said
