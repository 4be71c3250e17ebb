import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups } from './chunks.ts'

const modules = globSync(
  [
    '{frontend,contracts}/src/**/*.{ts,tsx,css}',
    'node_modules/{*,@*/*}/package.json',
    'node_modules/lucide-react/dist/esm/icons/*.mjs',
  ],
  { cwd: join(import.meta.dirname, '../..'), exclude: ['**/*.spec.*'] },
).map((file) => `/${file}`)

/** Written by the bundler, so no file has this name. */
const helper = 'preload-helper'

/** Returns the patterns without choices that match the same as a pattern: "ab" and "ac" for "a(b|c)". */
function choicesOf(source: string): string[] {
  let depth = 0
  let group: { start: number; end: number } | undefined
  for (const [index, character] of [...source].entries()) {
    if (character === '|' && depth === 0)
      return [...choicesOf(source.slice(0, index)), ...choicesOf(source.slice(index + 1))]
    if (character === '(') depth += 1
    if (character === '(' && group === undefined) group = { start: index, end: source.length }
    if (character === ')') depth -= 1
    if (character === ')' && depth === 0 && group?.end === source.length) group.end = index
  }
  if (group === undefined) return [source]
  const { start, end } = group
  const rests = choicesOf(source.slice(end + 1))
  return choicesOf(source.slice(start + 1, end)).flatMap((choice) =>
    rests.map((rest) => `${source.slice(0, start)}${choice}${rest}`),
  )
}

const patterns = chunkGroups.flatMap(({ name, test: pattern }) =>
  pattern instanceof RegExp ? [{ name, source: pattern.source }] : [],
)

test.each(patterns)('every name in the group of scripts $name is the name of a module', ({ source }) => {
  // A name after `(?!` leaves a module out, so that module has to exist, too.
  const choices = choicesOf(source.replaceAll('(?!', '('))
  const isModule = (choice: string) => modules.some((file) => new RegExp(choice).test(file))
  expect(choices.filter((choice) => !isModule(choice) && choice !== helper)).toEqual([])
})
