// Checks all imports against the rules of .dependency-cruiser.mjs, and that style sheets take only classes that are there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import rules from '../.dependency-cruiser.mjs'
import { root } from './child-process.mjs'

const sources = [
  'contracts',
  'infra',
  'command-api',
  'projections',
  'frontend',
  'processes',
  'bench',
  'scripts',
  'e2e',
  'main.ts',
]

/**
 * Checks all imports of a checkout.
 * @param {string} folder absolute path of a checkout
 * @returns {Promise<{ modules: number, violations: string[] }>} the checked files, and one line per forbidden import
 */
export async function readImports(folder) {
  const { options, ...ruleSet } = rules
  const existingSources = sources.filter((part) => existsSync(join(folder, part)))
  const { output } = await cruise(existingSources, { ...options, ruleSet, validate: true, baseDir: folder })
  if (typeof output === 'string') throw new Error('dependency-cruiser returned a report instead of a result.')
  const modules = output.modules.filter(({ source }) => sources.some((part) => source.startsWith(part)))
  // A check that reads no files would always pass.
  if (modules.length === 0) throw new Error(`Found no modules in ${folder}.`)
  const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  // Like the compiler, it takes `x.js` for `x.ts`, which Node does not.
  const misnamed = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ coreModule, matchesDoNotFollow }) => !coreModule && !matchesDoNotFollow)
      .filter(({ module, resolved }) => basename(module) !== basename(resolved))
      .map(({ module }) => `everything-resolves: ${source} → ${module}`),
  )
  return { modules: modules.length, violations: [...violations, ...misnamed, ...missingClasses(folder)] }
}

/**
 * Returns a line for each class that a style sheet takes from another one, which does not have it. Without the file the build fails, a
 * minute later; without the class it does not.
 * @param {string} folder
 */
const missingClasses = (folder) =>
  globSync('frontend/src/**/*.css', { cwd: folder }).flatMap((sheet) => {
    const text = readFileSync(join(folder, sheet), 'utf8')
    return [...text.matchAll(/composes:\s*([^;]+?)\s+from\s+'([^']+)'/g)].flatMap(
      ([, names = '', from = '']) => {
        const path = join(folder, dirname(sheet), from)
        const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
        return names
          .split(/\s+/)
          .filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(source))
          .map((name) => `everything-resolves: ${sheet} → .${name} of ${from}`)
      },
    )
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await readImports(root)
  console.log(
    [...violations, `${modules} modules checked, ${violations.length} forbidden imports.`].join('\n'),
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
