import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'
import { applyMutation } from './apply-mutation.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/security.md')

/** The cells of every row of the catalogue. */
const rows = page
  .split('\n')
  .filter((line) => /^\| T\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, names = '', ...cells]) => ({ names: names.split(', '), cells: cells.slice(0, -1) }))
const defended = rows.filter(({ cells }) => cells.length === 3)

/** The tests that a row names: a file, and parts of titles. */
const namedIn = (cell = '') =>
  [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))

test.each(mutations.map((hole) => [hole.row, hole.testName, hole] as const))(
  '%s, "%s": the defence stands where it is taken out, once',
  (_row, _shows, { row, file, find, replacement, spec, testName }) => {
    expect(read(file).split(find)).toHaveLength(2)
    expect(replacement).not.toBe(find)
    expect(existsSync(join(root, spec))).toBe(true)
    expect(testName).not.toBe('')
    expect(defended.some(({ names }) => names.includes(row))).toBe(true)
  },
)

// A test that fails because nothing runs any more would count as one that saw the hole.
test.each(
  mutations
    .filter(({ file }) => /\.tsx?$/.test(file))
    .map((hole) => [hole.row, hole.testName, hole] as const),
)('%s, "%s": what is left without the defence is still code', (_row, _shows, hole) => {
  const tsx = hole.file.endsWith('x')
  expect(() => parseSync(applyMutation(hole, read(hole.file)), { syntax: 'typescript', tsx })).not.toThrow()
})

test('no hole is planted twice', () => {
  const places = mutations.map(({ file, find, replacement }) => `${file} ${find} ${replacement}`)
  expect(new Set(places).size).toBe(places.length)
})

test('every row of the catalogue is told, once in its tables', () => {
  const catalogue = Array.from({ length: 102 }, (_, at) => `T${String(at + 1).padStart(2, '0')}`)
  const told = rows.flatMap(({ names }) => names)
  expect(catalogue.filter((row) => !told.includes(row))).toEqual([])
  const once = defended.flatMap(({ names }) => names)
  expect(once.filter((row, at) => once.indexOf(row) !== at)).toEqual([])
})

test.each(defended.map(({ names, cells }) => [names.join(), cells[2]] as const))(
  '%s names tests that there are',
  (_row, cell) => {
    const named = namedIn(cell)
    expect(named.length).toBeGreaterThan(0)
    // Nothing stands in the cell but what was understood here.
    expect(cell?.split('<br>')).toHaveLength(named.length)
    for (const { file, titles } of named) {
      const text = read(file)
      for (const title of titles) expect([file, title, text.includes(title)]).toEqual([file, title, true])
    }
  },
)

test('every row that is defended has a hole', () => {
  const planted = new Set(mutations.map(({ row }) => row))
  expect(defended.flatMap(({ names }) => names).filter((row) => !planted.has(row))).toEqual([])
})
