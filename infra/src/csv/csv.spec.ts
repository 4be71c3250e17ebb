import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteOrderMark, toCsv, withoutFormula, InvalidCsv, parseCsv } from './csv.ts'

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

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\n1;2\n'],
  ['a byte order mark', '\uFEFFa,b\r\n1,2\r\n'],
  ['tabs', 'a\tb\n1\t2\n'],
  ['vertical bars', 'a|b\n1|2\n'],
  ['a line that names semicolons', 'sep=;\r\na;b\r\n1;2\r\n'],
  ['a byte order mark and a line that names commas', '\uFEFFsep=,\na,b\n1,2'],
  ['a quoted line that names tabs', '"sep=\t"\na\tb\n1\t2'],
  ['quotes', '"a","b"\n"1","2"'],
  ['old line ends', 'a,b\r1,2\r'],
])('reads a file with %s', (_, text) => {
  expect(parseCsv(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('keeps separators, quotes and line breaks inside of quotes, and a formula as a text', () => {
  expect(parseCsv('"a;b";=1+1\n"x;y";"say ""hi""\nand go"')).toEqual([
    ['a;b', '=1+1'],
    ['x;y', 'say "hi"\nand go'],
  ])
})

test('keeps rows of other lengths and empty lines, so that rows can be numbered', () => {
  expect(parseCsv('a,b\n\n1\n1,2,3\n')).toEqual([['a', 'b'], [''], ['1'], ['1', '2', '3']])
  expect(parseCsv('')).toEqual([])
})

test.each([
  ['a,b\n"1,2\n3,4', 2],
  ['a,b\n"1\n""2""\n",2\r\n3,"4 ""and""\n5,6\n', 5],
  ['"a,b\n1,2', 1],
  ['a,b\n1,2\nx"y",2', 3],
  ['a,b\n"1"2,3', 2],
  ['sep=,\na,b\n"1,2\n3,4', 3],
])('says in which line %j has a wrong quotation mark', (text, line) => {
  expect(() => parseCsv(text)).toThrow(new InvalidCsv(line))
})

test('reads what an export writes', () => {
  const rows = [
    ['Full name', 'Email'],
    ['Zoë, "Z"', 'zoe@example.org'],
  ]
  expect(parseCsv(toCsv(rows))).toEqual(rows)
})
