import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'

const folder = join(root, 'infra/src')
const businessWord =
  /participant|admin|challenge|leaderboard|submission|\brating|judge|project(?!ion|or)|showcase|thirty/i

/** Names that other parties chose: the package scope, and the challenge of PKCE in OAuth. */
const foreignNames = /@thirty\/|code_challenge(_method)?|calculatePKCECodeChallenge/g

/** Words of the product in the production code of infra, each with its file and line. */
const findings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|lua|css)$/.test(file) && !file.endsWith('.spec.ts'))
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const word = businessWord.exec(line.replaceAll(foreignNames, ''))?.[0]
        return word === undefined ? [] : [`${file}:${index + 1}: ${word}`]
      }),
  )

test('the code of infra uses no words of the product, which come from contracts and processes', () => {
  expect(findings).toEqual([])
})
