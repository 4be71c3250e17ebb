import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'
import { applyMutation } from './apply-mutation.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/security.md')

/** The cells of every row of the threat catalogue. */
const rows = page
  .split('\n')
  .filter((line) => /^\| T\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, names = '', ...cells]) => ({ names: names.split(', '), cells: cells.slice(0, -1) }))
const defended = rows.filter(({ cells }) => cells.length === 3)

/** Returns the tests that a cell names: files with parts of test titles. */
const namedIn = (cell = '') =>
  [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))

test.each(mutations.map((mutation) => [mutation.row, mutation.testName, mutation] as const))(
  '%s, "%s": the defence occurs exactly once where the mutation removes it',
  (_row, _testName, { row, file, find, replacement, spec, testName }) => {
    expect(read(file).split(find)).toHaveLength(2)
    expect(replacement).not.toBe(find)
    expect(existsSync(join(root, spec))).toBe(true)
    expect(testName).not.toBe('')
    expect(defended.some(({ names }) => names.includes(row))).toBe(true)
  },
)

// A test that fails because the code does not even parse would count as a detection.
test.each(
  mutations
    .filter(({ file }) => /\.tsx?$/.test(file))
    .map((mutation) => [mutation.row, mutation.testName, mutation] as const),
)('%s, "%s": the code without the defence still parses', (_row, _testName, mutation) => {
  const tsx = mutation.file.endsWith('x')
  expect(() =>
    parseSync(applyMutation(mutation, read(mutation.file)), { syntax: 'typescript', tsx }),
  ).not.toThrow()
})

test('contains no mutation twice', () => {
  const changes = mutations.map(({ file, find, replacement }) => `${file} ${find} ${replacement}`)
  expect(new Set(changes).size).toBe(changes.length)
})

test('lists every threat of the catalogue, and each defended one once', () => {
  const catalogue = Array.from({ length: 102 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)
  const listed = rows.flatMap(({ names }) => names)
  expect(catalogue.filter((row) => !listed.includes(row))).toEqual([])
  const defendedRows = defended.flatMap(({ names }) => names)
  expect(defendedRows.filter((row, index) => defendedRows.indexOf(row) !== index)).toEqual([])
})

test.each(defended.map(({ names, cells }) => [names.join(), cells[2]] as const))(
  '%s names tests that exist',
  (_row, cell) => {
    const named = namedIn(cell)
    expect(named.length).toBeGreaterThan(0)
    // Every line of the cell was recognised as a test.
    expect(cell?.split('<br>')).toHaveLength(named.length)
    for (const { file, titles } of named) {
      const text = read(file)
      for (const title of titles) expect([file, title, text.includes(title)]).toEqual([file, title, true])
    }
  },
)

test('every defended threat has a mutation', () => {
  const covered = new Set(mutations.map(({ row }) => row))
  expect(defended.flatMap(({ names }) => names).filter((row) => !covered.has(row))).toEqual([])
})
