import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
    expect(spec).toMatch(/\.spec\.tsx?$/)
    expect(existsSync(join(root, spec))).toBe(true)
    expect(testName).not.toBe('')
    expect(defended.some(({ names }) => names.includes(row))).toBe(true)
  },
)

type SyntaxNode = { type?: unknown; [field: string]: unknown }

/** Returns all nodes of a syntax tree. */
function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value
  for (const inner of Object.values(value)) yield* nodesIn(inner)
}

/** Returns whether a call defines tests: `test(title, …)`, `describe.skipIf(…)(title, …)`. */
const definesTests = (callee: unknown): boolean =>
  [...nodesIn(callee)].some(
    ({ type, value }) => type === 'Identifier' && /^(test|it|describe)$/.test(String(value)),
  )

/** Returns the fixed parts of a title; between two of them is a value of its test. */
function fixedParts(title: unknown): string[] {
  for (const { type, value, quasis } of nodesIn(title)) {
    if (type === 'StringLiteral') return String(value).split(/%[sdifjoOc#$]|\$[\w.]+/)
    if (type === 'TemplateLiteral') return [...nodesIn(quasis)].map(({ cooked }) => String(cooked))
  }
  return []
}

const titlesByFile = new Map<string, string[][]>()

/** Returns the titles of the tests of a spec, and of those in test support that it imports. */
function titlesOf(file: string): string[][] {
  const known = titlesByFile.get(file)
  if (known !== undefined) return known
  const titles: string[][] = []
  titlesByFile.set(file, titles)
  for (const { type, callee, arguments: given, source } of nodesIn(
    parseSync(read(file), { syntax: 'typescript', tsx: file.endsWith('x') }),
  )) {
    const [title] = nodesIn(given)
    if (type === 'CallExpression' && definesTests(callee)) titles.push(fixedParts(title))
    const [imported] = nodesIn(source)
    if (type !== 'ImportDeclaration' || imported === undefined) continue
    const path = String(imported['value'])
    const target = path.startsWith('@thirty/') ? path.replace('@thirty/', '') : join(dirname(file), path)
    if (/(^|\/)testing\//.test(target) && existsSync(join(root, target))) titles.push(...titlesOf(target))
  }
  return titles
}

/** Returns whether a title, with some values between its fixed parts, can contain a text. */
function canContain(parts: readonly string[], text: string): boolean {
  const pattern = parts.flatMap((part, index) => (index === 0 ? [...part] : ['', ...part]))
  // The characters of the text that each place of the pattern has matched by itself; a text of values only proves nothing.
  let places = new Map(pattern.map((_, place) => [place, 0]))
  for (const character of text) {
    const next = new Map<number, number>()
    const reach = (place: number, matched: number) => next.set(place, Math.max(next.get(place) ?? 0, matched))
    for (const [start, matched] of places)
      for (let place = start; place < pattern.length; place++) {
        if (pattern[place] === character) reach(place + 1, matched + 1)
        if (pattern[place] !== '') break
        reach(place, matched)
      }
    places = next
  }
  return [...places.values()].some((matched) => matched >= Math.min(text.length, 5))
}

test('recognises a title with values, and no other', () => {
  expect(
    canContain(fixedParts({ type: 'StringLiteral', value: 'refuses %s at $depth' }), 'refuses a key'),
  ).toBe(true)
  expect(canContain(fixedParts({ type: 'StringLiteral', value: 'refuses %s' }), 'accepts a key')).toBe(false)
})

test('every test that a mutation names exists', () => {
  const missing = mutations.filter(
    ({ spec, testName }) => !titlesOf(spec).some((title) => canContain(title, testName)),
  )
  expect(missing.map(({ spec, testName }) => `${spec}: ${testName}`)).toEqual([])
})

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
