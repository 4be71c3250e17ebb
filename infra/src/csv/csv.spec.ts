import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteOrderMark, toCsv, withoutFormula } from './csv.ts'

test('every cell is in quotes, and rows end with CRLF', () => {
  expect(
    toCsv([
      ['a', ''],
      ['say "hi"', 'x,y'],
    ]),
  ).toBe('"a",""\r\n"say ""hi""","x,y"\r\n')
  expect(Buffer.from(byteOrderMark)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['  =1', "  '=1"],
  ['"=1', `"'=1`],
  [' " =1', ` " '=1`],
  ["'=1", "''=1"],
  ['\u200B=1', "\u200B'=1"],
  ['＝1', "'＝1"],
  ['harmless;=1', "harmless;'=1"],
  ['harmless, -1', "harmless, '-1"],
  ['a\n@x', "a\n'@x"],
  ['a","=1', `a","'=1`],
])('%j cannot become a formula', (text, expected) => {
  expect(withoutFormula(text)).toBe(expected)
})

test.each(['Kanban - a board', 'a=b', 'x@example.org', '2026-01-05T12:00:00.000Z', '1+1', '', 'Zoë’s “app”'])(
  '%j stays as it is',
  (text) => {
    expect(withoutFormula(text)).toBe(text)
  },
)

/** Reads cells as a tolerant spreadsheet program may: with any of these separators, with or without quotes. */
const cellsOf = (csv: string) => csv.split(/[,;|\t\r\n"]/)

test('no way to read the file finds a cell that begins with a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝"\',;|\t\r\n ax1\u200B') })
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      for (const cell of cellsOf(toCsv(rows))) expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
    }),
  )
})
