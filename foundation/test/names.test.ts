// Chosen names: invisible characters and mixed scripts are refused, and look-alikes have the same skeleton.
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenNameIssues } from '#foundation/names/chosen-name.ts'
import { readPrototypes, skeleton } from '#foundation/names/skeleton.ts'

const INVISIBLE = [{ field: 'name', reason: 'must not hold invisible characters' }]
const MIXED = [{ field: 'name', reason: 'must be in one script, such as Latin or Cyrillic' }]

describe('Valid names', () => {
  test.each([
    'Ada Lovelace',
    'Óscar Núñez-O’Brien, Jr.',
    'Ольга',
    'Ελένη',
    'أحمد',
    'אדה',
    'علی\u200cرضا',
    'กมล',
    'अनिता',
    'श्री\u200dमान',
    'ნინო',
    'ᏣᎳᎩ',
    '山田',
    'ひらがなカタカナ漢字',
    '山田 Taro 2',
    '한국 Kim',
    'ㄅㄆ 中文 abc',
    'Ada 🎉',
    '👩\u200d💻 Ada ❤\ufe0f',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} Ada',
    '1\ufe0f\u20e3 Ada',
    '№ 5',
    'Łukasz Ţurcanu',
    'Kɔfi Mɛnsa',
    'Ɗanjuma Ƙwari',
    'Əli Həsənov',
    'Nguyễn Thị Ánh',
    'Ａｄａ',
  ])('The name %s is accepted', (name) => {
    expect(chosenNameIssues('name', name)).toEqual([])
  })
})

describe('Invisible characters', () => {
  test.each([
    ['HANGUL FILLER', 'Ada\u3164'],
    ['HANGUL CHOSEONG FILLER', '\u115fAda'],
    ['HANGUL JUNGSEONG FILLER', 'A\u1160da'],
    ['HALFWIDTH HANGUL FILLER', 'Ada\uffa0'],
    ['a tag', 'A\u{E0041}da'],
    ['a variation selector beside a letter', 'A\ufe0fda'],
    ['an ideographic variation selector', '山\u{E0100}田'],
    ['ZERO WIDTH JOINER beside Latin letters', 'A\u200dda'],
    ['ZERO WIDTH NON-JOINER at the end', 'علی\u200c'],
    ['ZERO WIDTH SPACE', 'A\u200bda'],
    ['WORD JOINER', 'A\u2060da'],
    ['SOFT HYPHEN', 'A\u00adda'],
    ['COMBINING GRAPHEME JOINER', 'A\u034fda'],
    ['a direction mark', 'Ada\u200e'],
    ['a direction override', '\u202eadA'],
    ['a direction isolate', '\u2066Ada\u2069'],
    ['BRAILLE PATTERN BLANK', 'Ada\u2800'],
    ['MONGOLIAN VOWEL SEPARATOR', 'A\u180eda'],
    ['INTERLINEAR ANNOTATION ANCHOR', 'Ada\ufff9'],
    ['INTERLINEAR ANNOTATION SEPARATOR', 'A\ufffada'],
    ['INTERLINEAR ANNOTATION TERMINATOR', 'A\ufffbda'],
    ['OBJECT REPLACEMENT CHARACTER', 'Ada\ufffc'],
    ['a tag after an emoji that is no flag', '🎉\u{E0041}'],
  ])('An invisible character is refused: %s', (_title, name) => {
    expect(chosenNameIssues('name', name)).toEqual(INVISIBLE)
  })

  test('Every default-ignorable code point of Unicode is refused', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint)
      if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) continue
      const name = `A${character}b`
      expect(chosenNameIssues('name', name), codePoint.toString(16)).toEqual(INVISIBLE)
    }
  })
})

describe('Latin letters that no language is written with today', () => {
  test.each([
    ['small capitals', 'ᴀᴅᴍɪɴ'],
    ['one small capital', 'Adᴍin'],
    ['a phonetic letter', 'Suppoɾt'],
    ['a historic letter', 'Ꞩupport'],
    ['a letter of a phonetic supplement', 'A\u{1DF04}da'],
  ])('A Latin letter that no language uses today is refused: %s', (_title, name) => {
    const reason = 'must not hold phonetic or historic letters'
    expect(chosenNameIssues('name', name)).toEqual([{ field: 'name', reason }])
  })
})

describe('Mixed scripts', () => {
  test.each([
    ['Latin and Cyrillic', 'Аda'],
    ['Latin and Greek', 'Αda'],
    ['Cyrillic and Greek', 'ОльΓα'],
    ['Han and Cyrillic', '山О'],
    ['Hangul and Hiragana', '한ひ'],
    ['Arabic and Latin', 'أحمد Ali'],
    ['Latin and Cherokee', 'ᎪᎠada'],
  ])('Mixed scripts are refused: %s', (_title, name) => {
    expect(chosenNameIssues('name', name)).toEqual(MIXED)
  })
})

describe('A skeleton', () => {
  const confusable = constantFrom(...readPrototypes().keys())
  const text = string({ unit: oneof(confusable, string({ unit: 'grapheme' })) })

  test('The skeleton of a skeleton is itself', () => {
    assert(property(text, (any) => skeleton(skeleton(any)) === skeleton(any)))
  })

  test('The skeleton of every character in the table is that of its prototype', () => {
    for (const [source, prototype] of readPrototypes()) {
      // Texts are decomposed before they are looked up.
      if (source.normalize('NFD') !== source) continue
      expect(skeleton(source), source.codePointAt(0)!.toString(16)).toBe(skeleton(prototype))
    }
  })

  test('The skeleton of a name does not depend on its Unicode composition', () => {
    assert(property(text, (any) => skeleton(any.normalize('NFC')) === skeleton(any)))
  })

  test.each([
    ['раураl', 'paypal'],
    ['Sup\u3164port', 'Support'],
    ['scrоll', 'scroll'],
    ['rnod', 'mod'],
    ['ſcope', 'fcope'],
  ])('The skeleton of %s is that of %s', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other))
  })
})
