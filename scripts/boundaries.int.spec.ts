import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImports } from './boundaries.mjs'
import { root } from './child-process.mjs'

const workspaces = ['contracts', 'infra', 'command-api', 'projections', 'frontend']
const packages = ['express', 'zod', 'react']

// A small project with the structure of the product, in which no import is forbidden.
const fixtureProject: Record<string, string> = {
  'contracts/src/leaderboard/points.ts': `import { z } from 'zod'\nexport const points = z.number()`,
  'infra/src/read-models/projection.ts': `export type Projection = { name: string }`,
  'infra/src/http/app.ts': `import express from 'express'\nexport const app = express`,
  'command-api/src/projects/decide.ts': `import type { Project } from './evolve.ts'\nexport type Decision = Project`,
  'command-api/src/projects/evolve.ts': `import { points } from '@thirty/contracts/leaderboard/points.ts'\nexport type Project = typeof points`,
  'command-api/src/projects/review/decide.ts': `import type { Project } from '../evolve.ts'\nexport type Review = Project`,
  'command-api/src/ratings/decide.ts': `export const rate = 1`,
  'command-api/src/handle.ts': `import { app } from '@thirty/infra/http/app.ts'\nexport const handle = app`,
  'projections/src/leaderboard/projection.ts': `import type { Projection } from '@thirty/infra/read-models/projection.ts'\nexport type Board = Projection`,
  'projections/src/texts/read-model.ts': `import { points } from '@thirty/contracts/leaderboard/points.ts'\nexport const texts = points`,
  'projections/src/deleted-people.ts': `export const deleted = 1`,
  'projections/src/leaderboard/query.ts': `import express from 'express'\nexport const query = express`,
  'projections/src/people/projection.ts': `export const people = 1`,
  'frontend/src/app/root.tsx': `export const Root = () => <p />`,
  'frontend/src/features/board/row.tsx': `import { points } from '@thirty/contracts/leaderboard/points.ts'\nexport const Row = () => <p>{String(points)}</p>`,
  'frontend/src/features/people/card.tsx': `export const Card = () => <p />`,
  'frontend/src/shared/ui/controls/button.tsx': `export const Button = () => <button type="button" />`,
  'processes/web.ts': `import { handle } from '@thirty/command-api/handle.ts'\nimport { people } from '@thirty/projections/people/projection.ts'\nexport const web = [handle, people]`,
  'e2e/support/cluster.ts': `export const cluster = 1`,
  'processes/web.spec.ts': `import { cluster } from '../e2e/support/cluster.ts'\nimport { web } from './web.ts'\n{\n  using closed = [web, cluster]\n}`,
  'main.ts': `import { web } from './processes/web.ts'\n{\n  using closed = web\n}`,
}

/** A file, an import that it must not have, and the rule that forbids it. */
const forbidden: [file: string, imported: string, rule: string][] = [
  ['contracts/src/leaderboard/points.ts', '@thirty/infra/http/app.ts', 'contracts-stand-alone'],
  ['contracts/src/leaderboard/points.ts', 'express', 'contracts-are-pure'],
  ['contracts/src/leaderboard/points.ts', 'node:fs', 'contracts-are-pure'],
  ['infra/src/http/app.ts', '@thirty/command-api/handle.ts', 'infra-knows-no-business'],
  ['infra/src/http/app.ts', '@thirty/projections/people/projection.ts', 'infra-knows-no-business'],
  [
    'command-api/src/handle.ts',
    '@thirty/projections/people/projection.ts',
    'commands-never-read-read-models',
  ],
  ['projections/src/leaderboard/query.ts', '@thirty/command-api/handle.ts', 'projections-never-command'],
  [
    'frontend/src/features/board/row.tsx',
    '@thirty/projections/people/projection.ts',
    'frontend-speaks-contracts',
  ],
  ['frontend/src/features/board/row.tsx', '@thirty/infra/http/app.ts', 'frontend-speaks-contracts'],
  ['frontend/src/features/board/row.tsx', '../people/card.tsx', 'no-sibling-features'],
  ['frontend/src/features/board/row.tsx', '../../app/root.tsx', 'features-know-no-app'],
  [
    'frontend/src/shared/ui/controls/button.tsx',
    '../../../features/people/card.tsx',
    'shared-knows-no-feature',
  ],
  ['command-api/src/projects/decide.ts', 'express', 'decisions-and-projections-are-pure'],
  ['command-api/src/projects/evolve.ts', 'node:crypto', 'decisions-and-projections-are-pure'],
  ['command-api/src/projects/review/decide.ts', 'express', 'decisions-and-projections-are-pure'],
  ['projections/src/leaderboard/projection.ts', 'express', 'decisions-and-projections-are-pure'],
  [
    'projections/src/leaderboard/projection.ts',
    '@thirty/infra/http/app.ts',
    'decisions-and-projections-are-pure',
  ],
  ['projections/src/leaderboard/projection.ts', './query.ts', 'decisions-and-projections-stay-pure'],
  ['projections/src/texts/read-model.ts', 'express', 'small-read-models-are-pure'],
  ['projections/src/texts/read-model.ts', '@thirty/infra/http/app.ts', 'small-read-models-are-pure'],
  ['projections/src/deleted-people.ts', 'node:crypto', 'small-read-models-are-pure'],
  ['command-api/src/projects/decide.ts', '../ratings/decide.ts', 'no-sibling-folders'],
  ['projections/src/leaderboard/query.ts', '../people/projection.ts', 'no-sibling-folders'],
  ['projections/src/people/projection.ts', '../../../main.ts', 'nobody-imports-main'],
  ['processes/web.ts', '../main.ts', 'nobody-imports-main'],
  ['processes/web.ts', '../e2e/support/cluster.ts', 'nobody-imports-benchmarks-or-scripts'],
  ['infra/src/http/app.ts', '../../../processes/web.ts', 'nobody-imports-processes'],
  ['command-api/src/handle.ts', '../../processes/web.ts', 'nobody-imports-processes'],
  ['contracts/src/leaderboard/points.ts', '../../../processes/web.ts', 'contracts-stand-alone'],
  ['frontend/src/features/board/row.tsx', '../../../../processes/web.ts', 'frontend-speaks-contracts'],
  ['infra/src/read-models/projection.ts', '../http/app.spec.ts', 'nobody-imports-specs'],
  ['command-api/src/projects/evolve.ts', './evolve.ts', 'no-cycles'],
  ['infra/src/http/app.ts', './nowhere.ts', 'everything-resolves'],
  ['frontend/src/shared/ui/controls/button.tsx', './button.ts', 'everything-resolves'],
  ['infra/src/http/app.ts', '../read-models/projection.js', 'everything-resolves'],
  ['infra/src/http/app.ts', '../read-models/projection', 'everything-resolves'],
  ['command-api/src/handle.ts', '@thirty/infra/http/app.js', 'everything-resolves'],
]

let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'thirty-boundaries-'))
  for (const [file, text] of Object.entries(fixtureProject)) write(file, text)
  mkdirSync(join(copy, 'node_modules/@thirty'), { recursive: true })
  for (const name of workspaces) {
    cpSync(join(root, name, 'package.json'), join(copy, name, 'package.json'))
    symlinkSync(join(copy, name), join(copy, 'node_modules/@thirty', name))
  }
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
})

afterEach(() => rmSync(copy, { recursive: true }))

test('accepts a project without forbidden imports, and checks each of its files', async () => {
  const { modules, violations } = await readImports(copy)
  expect(violations).toEqual([])
  expect(modules).toBe(Object.keys(fixtureProject).length)
})

test.for(forbidden)('refuses %s the import of %s', async ([file, imported, rule]) => {
  write('infra/src/http/app.spec.ts', '')
  write(file, `import '${imported}'\n${fixtureProject[file]}`)
  const { violations } = await readImports(copy)
  expect(violations).toContainEqual(expect.stringMatching(`^${rule}: ${file} → `))
})

test('refuses a cycle of imports even when all of them are types', async () => {
  write('infra/src/http/endpoint.ts', `import type { App } from './app-type.ts'\nexport type Endpoint = App`)
  write(
    'infra/src/http/app-type.ts',
    `import type { Endpoint } from './endpoint.ts'\nexport type App = Endpoint`,
  )
  const { violations } = await readImports(copy)
  expect(violations).toContain('no-cycles: infra/src/http/app-type.ts → infra/src/http/endpoint.ts')
})

test.for([
  ['title', '../../shared/styles/type.module.css', []],
  ['title', '../../shared/type.module.css', ['.title of ../../shared/type.module.css']],
  ['title name', '../../shared/styles/type.module.css', ['.name of ../../shared/styles/type.module.css']],
] as const)('a style sheet takes %s from %s', async ([names, from, missing]) => {
  const sheet = 'frontend/src/features/board/row.module.css'
  write('frontend/src/shared/styles/type.module.css', '.title {\n}\n.names {\n}\n')
  write(sheet, `.row {\n  composes: ${names} from '${from}';\n}\n`)
  const { violations } = await readImports(copy)
  expect(violations).toEqual(missing.map((line) => `everything-resolves: ${sheet} → ${line}`))
})

test('fails when there are no modules to read', async () => {
  rmSync(copy, { recursive: true })
  mkdirSync(copy)
  await expect(readImports(copy)).rejects.toThrow('no modules')
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}
