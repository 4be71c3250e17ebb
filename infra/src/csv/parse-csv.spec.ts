import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { InvalidCsv, parseCsv } from './parse-csv.ts'

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
