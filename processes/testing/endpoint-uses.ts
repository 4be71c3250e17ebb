import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { permissionIds } from '@thirty/contracts/team/permissions.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Person, TestProduct } from './product.ts'
import { accountScenarios } from './request-scenarios/accounts.ts'
import { adminScenarios } from './request-scenarios/admins.ts'
import { participantScenarios } from './request-scenarios/participants.ts'
import { latestDayOf } from './actions.ts'
import { parameters } from './request-scenarios/parameters.ts'
import type { MakeRequest, RequestScenario, ScenarioContext, ScenarioRequest } from './scenario.ts'

/** A request scenario at one path of an endpoint. Account endpoints have a second path, without `/api`. */
export type EndpointUse = {
  /** `accounts.logIn` */
  endpoint: string
  /** The endpoint, with the label of the scenario and the second path. */
  name: string
  definition: EndpointDefinition
  scenario: RequestScenario
  isAlias: boolean
}

/** Valid requests, which the access tests send in every role. Wider than the exact type, which allows no lookup by a text. */
const requestScenarios: Record<
  string,
  Record<string, MakeRequest | RequestScenario | readonly RequestScenario[] | undefined>
> = { ...accountScenarios, ...participantScenarios, ...adminScenarios }

/** Every scenario of every endpoint. */
export const endpointUses: readonly EndpointUse[] = Object.entries<Record<string, EndpointDefinition>>(
  endpoints,
).flatMap(([group, definitions]) =>
  Object.entries(definitions).flatMap(([name, definition]) =>
    scenariosOf(group, name, definition).flatMap((scenario) =>
      usesOf(definition, scenario, `${group}.${name}`),
    ),
  ),
)

/** The uses of commands, each at one path. Commands that begin another run are the last. */
export const commandUses = endpointUses
  .filter(({ definition, isAlias }) => definition.method !== 'GET' && !isAlias)
  .toSorted((one, other) => Number(isOfRun(one)) - Number(isOfRun(other)))

function scenariosOf(
  group: string,
  name: string,
  definition: EndpointDefinition,
): readonly RequestScenario[] {
  const { body, file, rawBody } = definition
  const isPlain = [body, file, rawBody].every((part) => part === undefined)
  const missing: RequestScenario = isPlain ? {} : { request: () => throwMissing(`${group}.${name}`) }
  const scenario = requestScenarios[group]?.[name] ?? missing
  return [typeof scenario === 'function' ? { request: scenario } : scenario].flat()
}

function usesOf(definition: EndpointDefinition, scenario: RequestScenario, endpoint: string): EndpointUse[] {
  const name = [endpoint, scenario.label].filter(Boolean).join(' ')
  const use = { endpoint, name, definition, scenario, isAlias: false }
  return definition.path.startsWith('/api/auth/')
    ? [use, { ...use, name: `${name} at ${aliasPath(definition.path)}`, isAlias: true }]
    : [use]
}

function isOfRun({ scenario }: EndpointUse): boolean {
  return scenario.needsOwnProduct === true
}

function aliasPath(path: string): string {
  return path.replace('/api/auth/', '/auth/')
}

function throwMissing(what: string): never {
  throw new Error(`There is no request scenario for ${what}: see processes/testing/request-scenarios.`)
}

/** Returns the path of a use with these parameters, which are encoded; its pattern without any. */
export const pathOf = ({ definition, isAlias }: EndpointUse, params?: Record<string, string>): string => {
  const pattern = isAlias ? aliasPath(definition.path) : definition.path
  return params ? pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '') : pattern
}

/** Makes the variable parts of the request of a use: what its scenario does not name, too. A missing body is `{}` if the endpoint has one. */
export async function requestParts({ definition, scenario }: EndpointUse, context: ScenarioContext) {
  const given: ScenarioRequest = (await scenario.request?.(context)) ?? {}
  const params = { ...given.params }
  for (const [, name = ''] of definition.path.matchAll(/:(\w+)/g))
    params[name] ??= await (parameters[name] ?? (() => throwMissing(`the parameter ${name}`)))(
      context,
      params,
    )
  return { ...given, params, body: given.body ?? (definition.body && {}) }
}

/** Returns the request of a use, without the token of its sender. */
export async function buildRequest(use: EndpointUse, context: ScenarioContext) {
  const { params, query, body, headers } = await requestParts(use, context)
  const encoded = Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)])
  const path = pathOf(use, Object.fromEntries(encoded))
  return {
    method: use.definition.method,
    path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  }
}

/** Endpoints that change the account or the session of their sender: each request needs a new one. */
const senderChanges =
  /^(?:accounts\.(?:changePassword|logOut|logOutEverywhere|deleteAccount)|sessions\.(?:end|endOthers)|twoFactor\.(?:addApp|removeApp|renewCodes))$/
export const changesSender = ({ endpoint }: EndpointUse): boolean => senderChanges.test(endpoint)

/** Endpoints that change the account of the owner, or need one without projects: each request is about a new one. */
const endpointsWithNewOwner: ReadonlySet<string> = new Set([
  'accounts.logIn',
  'cards.certificate',
  'certificates.ofCode',
  'drafts.save',
  'emailConfirmation.confirmEmail',
  // In a challenge that has started, only its first days are open.
  'history.reset',
  'judging.addCalibration',
  'judging.declareConflict',
  'operations.makeAdmin',
  'passwordReset.resetPassword',
  'people.setStatus',
  'projects.submit',
  'sessions.endAllOfUser',
])

/** Whether only admins whose role has a permission have access. */
export const isForAdmins = ({ definition: { access } }: EndpointUse): boolean =>
  permissionIds.some((id) => id === access)

/** A participant of each product whom many requests are about, because signing up costs more than any other request. */
const sharedOwners = new WeakMap<TestProduct, Person>()

/** Returns a participant who sends the next request, about themselves. Calls must not overlap. */
export const ownSenderOf = (use: EndpointUse, product: TestProduct): Promise<Person> =>
  changesSender(use) ? product.participant() : ownerOf(use, product)

/** Returns the participant whom the next request is about. */
async function ownerOf(use: EndpointUse, product: TestProduct): Promise<Person> {
  const shared = sharedOwners.get(product)
  if (endpointsWithNewOwner.has(use.endpoint)) return product.participant()
  if (shared && latestDayOf(shared) < totalDays) return shared
  const owner = await product.participant()
  sharedOwners.set(product, owner)
  return owner
}

/** Builds a request. Its `owner` is missing if it is about nobody. */
export async function requestAboutOwner(use: EndpointUse, given: Omit<ScenarioContext, 'owner'>) {
  const known = await ownerOf(use, given.product)
  let owner: Person | undefined
  const request = await buildRequest(use, {
    ...given,
    get owner() {
      return (owner = known)
    },
  })
  return { request, owner }
}
