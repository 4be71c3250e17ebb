import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node, root, packageScript } from './child-process.mjs'

const random = 'export const id = () => Math.random()\n'
const raw = 'export const Raw = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />\n'
const evaluated = 'export const run = (text) => eval(text)\n'

/** A file, what somebody writes there, and the rule that must say no. */
const planted = [
  ['command-api/src/accounts/code.ts', random, 'no-restricted-properties'],
  ['infra/src/http/ids.ts', random, 'no-restricted-properties'],
  ['projections/src/projects/projection.ts', random, 'no-restricted-properties'],
  ['processes/start.ts', random, 'no-restricted-properties'],
  ['frontend/src/features/rating/feedback.tsx', raw, 'no-danger'],
  ['frontend/src/shared/ui/run.ts', evaluated, 'no-eval'],
  ['infra/src/run.ts', evaluated, 'no-eval'],
] as const

type Found = { filename: string; code: string; severity: string }

let folder: string
let found: Found[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thirty-lint-'))
  const {
    options: _types,
    $schema: _schema,
    ...rules
  } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(rules))
  for (const [file, code] of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  found = linted()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The linter ends with 1 when it has found something; what it says is on its output all the same. */
function linted(): Found[] {
  const said = (() => {
    try {
      return execFileSync(node, [packageScript('oxlint'), '--format=json'], { cwd: folder, encoding: 'utf8' })
    } catch (problem) {
      return (problem as { stdout: string }).stdout
    }
  })()
  return (JSON.parse(said) as { diagnostics: Found[] }).diagnostics
}

test.each(planted)('in %s the linter forbids %j', (file, _code, rule) => {
  const codes = found.filter(({ filename }) => filename === file).map(({ code }) => code)
  expect(codes).toContainEqual(expect.stringContaining(`(${rule})`))
})
