// Checks that processes start with the settings of the deployment files, and that every setting is passed on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { readConfig } from '../../processes/config/config.ts'
import { environmentVariables } from '../../processes/config/environment-variables.ts'
import { composeFile } from './compose.mjs'
import { readDocuments } from './yaml-files.mjs'
import { manifestFolder } from './kubernetes.mjs'

const runbook = 'docs/operations.md'
const settings = `${manifestFolder}/settings.env`

/** Example values of variables that operators set. All other variables accept any text. */
const examples = new Map([
  ['EVENTSTORE_URL', 'esdb://thirty:given@log.example:2113'],
  ['REDIS_URL', 'redis://:given@views.example:6379'],
  ['SMTP_URL', 'smtps://thirty:given@mail.example'],
  ['VAPID_PRIVATE_KEY', Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64url')],
  ['BACKUP_SIGNING_KEY', Buffer.from('012345abcdefghijklmnopqrstuvwxyz').toString('base64url')],
])
/** @param {string} name */
const exampleFor = (name) => examples.get(name) ?? 'provided-by-the-operator-of-the-product'

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
/** Variables that the image or the Compose file sets, and variables that production does not use. */
const fixedVariables = new Set(['PORT', 'HOST', 'DATA_DIR', 'RATE_LIMIT', 'DEBUG'])

/** @param {string} folder */
function composeFindings(folder) {
  return readDocuments(folder, composeFile).flatMap(({ document }) => {
    const parsed = composition.safeParse(document)
    const builtHere = Object.entries(parsed.data?.services ?? {}).filter(
      ([, { build }]) => build !== undefined,
    )
    return builtHere.flatMap(([name, { environment }]) => [
      ...startFindings(`${composeFile}: ${name}`, withExamples(environment)),
      ...(environment['ROLE'] === 'web' ? missingVariables(environment) : []).map(
        (variable) => `${composeFile}: ${name} does not get ${variable}.`,
      ),
    ])
  })
}

/** @param {Record<string, string>} environment */
const missingVariables = (environment) =>
  Object.keys(environmentVariables).filter((name) => !fixedVariables.has(name) && !(name in environment))

/**
 * Returns the environment with defaults, and with examples for required variables.
 * @param {Record<string, string>} environment
 */
const withExamples = (environment) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_match, variable, kind, rest) =>
        kind === '-' ? rest : exampleFor(variable),
      ),
    ]),
  )

/**
 * Checks each role with the shared settings and its secrets.
 * @param {string} folder
 */
function kubernetesFindings(folder) {
  const shared = Object.fromEntries(
    [...readFileSync(join(folder, settings), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value ?? '',
    ]),
  )
  const engines = secretVariables(folder, 'thirty-engines')
  const web = secretVariables(folder, 'thirty-web')
  return [
    ...startFindings(`${settings}: a projector`, { ...shared, ...engines, ROLE: 'projector' }),
    ...startFindings(`${settings}: a web process`, { ...shared, ...engines, ...web, ROLE: 'web' }),
    ...Object.keys({ ...shared, ...engines, ...web })
      .filter((name) => !(name in environmentVariables))
      .map((name) => `${settings} or ${runbook}: no process reads ${name}.`),
  ]
}

/**
 * Returns the variables of a secret as the runbook creates it, with example values.
 * @param {string} folder
 * @param {string} name
 */
function secretVariables(folder, name) {
  const text = readFileSync(join(folder, runbook), 'utf8')
  const command = new RegExp(`create secret generic ${name}((?: |\\\\\n|--from-literal \\w+=\\S*)*)`).exec(
    text,
  )
  const names = [...(command?.[1] ?? '').matchAll(/--from-literal (\w+)=/g)].map(
    ([, variable = '']) => variable,
  )
  return Object.fromEntries(names.map((variable) => [variable, exampleFor(variable)]))
}
