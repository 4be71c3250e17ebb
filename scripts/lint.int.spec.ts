import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node, root, packageScript } from './child-process.mjs'

const random = 'export const id = () => Math.random()\n'
const now = 'export const at = () => Date.now()\n'
const raw = 'export const Raw = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />\n'
const evaluated = 'export const run = (text) => eval(text)\n'

/** A file, its code, and the rule that must refuse it. */
const planted = [
  ['command-api/src/accounts/code.ts', random, 'no-restricted-properties'],
  ['infra/src/http/ids.ts', random, 'no-restricted-properties'],
  ['projections/src/projects/projection.ts', random, 'no-restricted-properties'],
  ['projections/src/audit/read-model.ts', now, 'no-restricted-properties'],
  ['projections/src/deleted-people.ts', now, 'no-restricted-properties'],
  ['processes/start.ts', random, 'no-restricted-properties'],
  ['frontend/src/features/rating/feedback.tsx', raw, 'no-danger'],
  ['frontend/src/shared/ui/run.ts', evaluated, 'no-eval'],
  ['infra/src/run.ts', evaluated, 'no-eval'],
] as const

type Finding = { filename: string; code: string; severity: string }

let folder: string
let findings: Finding[]
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
  findings = runLinter()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the findings of the linter, which exits with 1 when there are any. */
function runLinter(): Finding[] {
  const output = (() => {
    try {
      return execFileSync(node, [packageScript('oxlint'), '--format=json'], { cwd: folder, encoding: 'utf8' })
    } catch (error) {
      // The error of a program that exits with 1 has its output.
      return (error as { stdout: string }).stdout
    }
  })()
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics
}

test.each(planted)('in %s, the linter refuses %j', (file, _code, rule) => {
  const codes = findings.filter(({ filename }) => filename === file).map(({ code }) => code)
  expect(codes).toContainEqual(expect.stringContaining(`(${rule})`))
})

const screens = 'frontend/src/features/rating'

/** A style sheet, its declarations, and the rule that must refuse it. */
const plantedStyles = [
  [`${screens}/hex.module.css`, '.name { color: #fff }', 'color-no-hex'],
  [`${screens}/rgb.module.css`, '.name { background: rgb(0 0 0 / 50%) }', 'function-disallowed-list'],
  [`${screens}/size.module.css`, '.name { font-size: 13px }', 'declaration-property-unit-disallowed-list'],
  [`${screens}/weight.module.css`, '.name { font-weight: 600 }', 'scale-unlimited/declaration-strict-value'],
  [`${screens}/space.module.css`, '.name { padding: 0 14px }', 'declaration-property-unit-disallowed-list'],
  [
    `${screens}/width.module.css`,
    '@media (width >= 1100px) { .name { color: inherit } }',
    'media-feature-name-value-allowed-list',
  ],
  [`${screens}/unknown.module.css`, '.name { color: var(--no-color) }', 'no-unknown-custom-properties'],
] as const

test.each(plantedStyles)('in %s, the linter of style sheets refuses %j', (file, code, rule) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
  const { stderr } = spawnSync(
    node,
    [
      packageScript('stylelint'),
      join(folder, file),
      '--config',
      join(root, '.stylelintrc.json'),
      '--formatter=json',
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const [result] = JSON.parse(stderr) as { warnings: { rule: string }[] }[]
  expect(result?.warnings.map((warning) => warning.rule)).toContain(rule)
})
