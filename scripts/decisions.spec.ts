import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'

const folder = 'docs/decisions'
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const records = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name))
const numberOf = (name: string) => name.slice(0, 4)

/** The rows of the index: number, file of a record that holds, and status. */
const rows = [...read(`${folder}/README.md`).matchAll(/^\| \[?(\d{4})(?:\]\(([^)]+)\))? \| (.+?) \|/gm)].map(
  ([, number = '', file, status = '']) => ({ number, file, status }),
)

/** The files of the tree that name a record. */
const sources = execFileSync('git', ['grep', '-l', '-I', '-E', '[Dd]ecisions?[ /][0-9]{4}|\\]\\([0-9]{4}-'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test('the index has each number once, and exactly the records of the folder hold', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const holding = rows.filter(({ status }) => status === 'holds')
  expect(new Set(holding.map(({ file }) => file))).toEqual(new Set(records))
  expect(holding.filter(({ number, file = '' }) => numberOf(file) !== number)).toEqual([])
})

test('a record that does not hold has a status that leads to another one or to a file', () => {
  const others = rows.filter(({ status }) => status !== 'holds')
  expect(others.filter(({ status }) => !/^(?:now in|replaced by) \[[^\]]+\]\([^)]+\)$/.test(status))).toEqual(
    [],
  )
})

test('every link in the records and the index leads to a file', () => {
  const dead = [...records, 'README.md'].flatMap((name) =>
    [...read(`${folder}/${name}`).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !link.includes('://') && !existsSync(join(root, folder, link)))
      .map((link) => `${name}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('a reference to a record leads to one that holds', () => {
  const numbers = new Set(records.map(numberOf))
  const dead = sources.flatMap((file) => {
    const text = read(file)
    const links = [...text.matchAll(/\]\(([^)\s]*\d{4}-[a-z-]+\.md)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(root, dirname(file), link)))
    const named = [...text.matchAll(/[Dd]ecisions?[ /](\d{4})\b/g)]
      .map(([, number = '']) => number)
      .filter((number) => !numbers.has(number))
    return [...links, ...named].map((name) => `${file}: ${name}`)
  })
  expect(dead).toEqual([])
})
