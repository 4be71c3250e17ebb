// What our processes are told: whether they would start with it, and whether they are told all that they can be.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { environmentVariables } from '@thirty/infra/config/environment-variables.ts'
import { ConfigError, readConfig } from '@thirty/infra/config/config.ts'
import { composeFile } from './compose.mjs'
import { readDocuments } from './yaml-files.mjs'
import { manifestFolder } from './kubernetes.mjs'

const runbook = 'docs/operations.md'
const settings = `${manifestFolder}/settings.env`

/** Stand for what operators give. Everything else that they give may be any word. */
const examples = new Map([
  ['EVENTSTORE_URL', 'esdb://thirty:given@log.example:2113'],
  ['REDIS_URL', 'redis://:given@views.example:6379'],
  ['SMTP_URL', 'smtps://thirty:given@mail.example'],
])
/** @param {string} name */
const exampleOf = (name) => examples.get(name) ?? 'given-by-whoever-runs-the-product'

/**
 * @param {string} folder absolute path of a checkout
 * @returns {string[]} one line for each finding
 */
export const settingsFindings = (folder) => [...composeFindings(folder), ...kubernetesFindings(folder)]

/**
 * @param {string} where
 * @param {Record<string, string>} environment
 */
function startFindings(where, environment) {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => `${where} would not start: ${line}`)
  }
}

const composition = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.unknown().optional(),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
/** These are decided by image and composition, or are not for production. */
const decided = new Set(['PORT', 'HOST', 'DATA_DIR', 'RATE_LIMIT', 'DEBUG'])

/** @param {string} folder */
function composeFindings(folder) {
  return readDocuments(folder, composeFile).flatMap(({ document }) => {
    const read = composition.safeParse(document)
    const ours = Object.entries(read.data?.services ?? {}).filter(([, { build }]) => build !== undefined)
    return ours.flatMap(([name, { environment }]) => [
      ...startFindings(`${composeFile}: ${name}`, filledIn(environment)),
      ...(environment['ROLE'] === 'web' ? untold(environment) : []).map(
        (variable) => `${composeFile}: ${name} is not told ${variable}.`,
      ),
    ])
  })
}

/** @param {Record<string, string>} environment */
const untold = (environment) =>
  Object.keys(environmentVariables.shape).filter((name) => !decided.has(name) && !(name in environment))

/**
 * Defaults stand for themselves, and what is asked for is given.
 * @param {Record<string, string>} environment
 */
const filledIn = (environment) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_whole, asked, kind, rest) =>
        kind === '-' ? rest : exampleOf(asked),
      ),
    ]),
  )

/**
 * Each role with the settings of all and the secrets that it gets.
 * @param {string} folder
 */
function kubernetesFindings(folder) {
  const told = Object.fromEntries(
    [...readFileSync(join(folder, settings), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value ?? '',
    ]),
  )
  const engines = secretOf(folder, 'thirty-engines')
  const web = secretOf(folder, 'thirty-web')
  return [
    ...startFindings(`${settings}: a projector`, { ...told, ...engines, ROLE: 'projector' }),
    ...startFindings(`${settings}: a web process`, { ...told, ...engines, ...web, ROLE: 'web' }),
    ...Object.keys({ ...told, ...engines, ...web })
      .filter((name) => !(name in environmentVariables.shape))
      .map((name) => `${settings} or ${runbook}: nobody reads ${name}.`),
  ]
}

/**
 * A secret as the runbook has it made.
 * @param {string} folder
 * @param {string} name
 */
function secretOf(folder, name) {
  const text = readFileSync(join(folder, runbook), 'utf8')
  const made = new RegExp(`create secret generic ${name}((?: |\\\\\n|--from-literal \\w+=\\S*)*)`).exec(text)
  const names = [...(made?.[1] ?? '').matchAll(/--from-literal (\w+)=/g)].map(([, variable = '']) => variable)
  return Object.fromEntries(names.map((variable) => [variable, exampleOf(variable)]))
}
