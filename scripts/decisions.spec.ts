import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'

const folder = 'docs/decisions'
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
const records = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name))
const numberOf = (name: string) => name.slice(0, 4)

/** The rows of the index: number, file of a record that holds, and status. */
const rows = [...read(`${folder}/README.md`).matchAll(/^\| \[?(\d{4})(?:\]\(([^)]+)\))? \| (.+?) \|/gm)].map(
  ([, number = '', file = '', status = '']) => ({ number, file, status }),
)

test('the index has each number once, and exactly the records of the folder hold', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const holding = rows.filter(({ status }) => status === 'holds')
  expect(new Set(holding.map(({ file }) => file))).toEqual(new Set(records))
  expect(holding.filter(({ number, file }) => numberOf(file) !== number)).toEqual([])
})

test('the index says of every other number where it is now', () => {
  const others = rows.filter(({ status }) => status !== 'holds')
  expect(others.filter(({ status }) => !/^(?:now in|replaced by) \[[^\]]+\]\([^)]+\)$/.test(status))).toEqual(
    [],
  )
})

test('every link of a document leads to a file', () => {
  const dead = git('ls-files', '*.md').flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !link.includes('://') && !existsSync(join(root, dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('a decision that code or a document names by its number is a record', () => {
  const numbers = new Set(records.map(numberOf))
  const dead = git('grep', '-lIE', '[Dd]ecisions?[ /][0-9]{4}').flatMap((file) =>
    [...read(file).matchAll(/[Dd]ecisions?[ /](\d{4})\b/g)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([named]) => `${file}: ${named}`),
  )
  expect(dead).toEqual([])
})

test('a file that a document or a comment names exists', () => {
  const files = git('ls-files').map((file) => `/${file}`)
  const named = /(?<![\w/.<*-])((?:[\w.-]+\/)*\w[\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|css|lua))\b/g
  const proseOf = (file: string) =>
    file.endsWith('.md') ? read(file) : (read(file).match(/\/\/.*|\/\*[\s\S]*?\*\//g) ?? []).join('\n')
  const dead = git('ls-files', '*.md', '*.ts', '*.tsx', '*.mjs', '*.css', ':!CHANGELOG.md').flatMap((file) =>
    [...proseOf(file).matchAll(named)]
      .map(([, name = '']) => name.replace(/^(?:\.\.?\/)+/, ''))
      // `x.spec.ts` stands for any file.
      .filter((name) => !name.startsWith('x.') && !files.some((known) => known.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  )
  expect(dead).toEqual([])
})
