import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { requestScenarios } from './request-scenarios.ts'
import type { RequestScenario, ScenarioContext } from './scenario.ts'

/** A request scenario of an endpoint. Account endpoints are used at both of their paths. */
export type EndpointUse = {
  name: string
  definition: EndpointDefinition
  scenario: RequestScenario
  isAlias: boolean
}

/** Every scenario of every endpoint. */
export const endpointUses: readonly EndpointUse[] = Object.entries<Record<string, EndpointDefinition>>(
  endpoints,
).flatMap(([group, inGroup]) =>
  Object.entries(inGroup).flatMap(([name, definition]) => {
    // The type of the table is exact for its author; here it is read by the names of the definitions.
    const table = requestScenarios as Record<
      string,
      Record<string, RequestScenario | readonly RequestScenario[]>
    >
    const missing: RequestScenario = { request: () => throwMissing(`${group}.${name}`) }
    return [table[group]?.[name] ?? missing].flat().flatMap((scenario) => {
      const label = [`${group}.${name}`, scenario.label].filter((part) => part !== undefined).join(' ')
      const use = { name: label, definition, scenario, isAlias: false }
      return definition.path.startsWith('/api/auth/')
        ? [use, { ...use, name: `${label} at ${aliasPath(definition.path)}`, isAlias: true }]
        : [use]
    })
  }),
)

function aliasPath(path: string): string {
  return path.replace('/api/auth/', '/auth/')
}

function throwMissing(endpoint: string): never {
  throw new Error(`There is no request scenario for ${endpoint}: see processes/testing/request-scenarios.ts.`)
}

/** Returns the request of a use, without the token of its sender. */
export async function buildRequest({ definition, scenario, isAlias }: EndpointUse, context: ScenarioContext) {
  const { params = {}, query, body, headers } = (await scenario.request?.(context)) ?? {}
  const pattern = isAlias ? aliasPath(definition.path) : definition.path
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const content = body ?? (definition.body && {})
  return {
    method: definition.method,
    path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
    ...(headers && { headers }),
    ...(content !== undefined && { body: content }),
  }
}
