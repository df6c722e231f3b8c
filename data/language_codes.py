"""Language codes: the two-letter ones of BCP 47 for the three-letter ones of ISO 639-3."""

from __future__ import annotations

_TABLE = """
abk ab  afr af  amh am  ara ar  arb ar  asm as  bel be  ben bn  bos bs  bre br  bul bg  cat ca
ces cs  cym cy  dan da  deu de  ell el  eng en  est et  eus eu  fao fo  fas fa  fin fi  fra fr
gla gd  gle ga  glg gl  glv gv  guj gu  hau ha  heb he  hin hi  hrv hr  hun hu  hye hy  ind id
isl is  ita it  jpn ja  kan kn  kas ks  kat ka  kaz kk  kir ky  kor ko  lat la  lav lv  lit lt
mal ml  mar mr  mkd mk  mlt mt  msa ms  nep ne  nld nl  nno nn  nob nb  nor no  npi ne  ori or
ory or  pan pa  pol pl  por pt  ron ro  rus ru  san sa  slk sk  slv sl  snd sd  spa es  sqi sq
srp sr  swa sw  swe sv  swh sw  tam ta  tat tt  tel te  tgk tg  tgl tl  tha th  tur tr  uig ug
ukr uk  urd ur  uzb uz  vie vi  wol wo  yid yi  yor yo  zho zh  zul zu
"""
_WORDS = _TABLE.split()
TWO_LETTERS = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))


def bcp47(code: str) -> str:
    """The two-letter code of a language; the code itself where there is none here.

    >>> bcp47("hin"), bcp47("grc")
    ('hi', 'grc')
    """
    return TWO_LETTERS.get(code, code)
