import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'

/** The cells of every row of docs/security.md. A row without a test says what nothing defends against. */
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| T\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, names = '', ...cells]) => ({ names: names.split(', '), cells: cells.slice(0, -1) }))
const defended = rows.filter(({ cells }) => cells.length === 3)

test('the table lists every threat of the catalogue, and each defended one once', () => {
  const catalogue = Array.from({ length: 102 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)
  const listed = rows.flatMap(({ names }) => names)
  expect(catalogue.filter((row) => !listed.includes(row))).toEqual([])
  const defendedRows = defended.flatMap(({ names }) => names)
  expect(defendedRows.filter((row, index) => defendedRows.indexOf(row) !== index)).toEqual([])
})

test.each(defended.map(({ names, cells }) => [names.join(), cells[2] ?? ''] as const))(
  '%s names tests that exist',
  (_row, cell) => {
    const tests = [...cell.matchAll(/`([^`]+\.tsx?)`((?:,? "[^"]+")+)/g)]
    // Every line of the cell was recognised as a file with titles.
    expect(tests).toHaveLength(cell.split('<br>').length)
    for (const [, file = '', titles = ''] of tests) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
      const text = readFileSync(join(root, file), 'utf8')
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g))
        expect([file, title, text.includes(title)]).toEqual([file, title, true])
    }
  },
)
