import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { requestScenarios } from './request-scenarios.ts'
import type { RequestScenario, ScenarioContext } from './scenario.ts'

/** One use of one call, with a name to read. Calls of accounts are used at both of their addresses. */
export type EndpointUse = {
  name: string
  definition: EndpointDefinition
  scenario: RequestScenario
  isAlias: boolean
}

/** Every use of every call. */
export const endpointUses: readonly EndpointUse[] = Object.entries<Record<string, EndpointDefinition>>(
  endpoints,
).flatMap(([group, inGroup]) =>
  Object.entries(inGroup).flatMap(([name, call]) => {
    // The type above is exact for who writes the table; here it is read by names that come from the calls themselves.
    const table = requestScenarios as Record<
      string,
      Record<string, RequestScenario | readonly RequestScenario[]>
    >
    const unknown: RequestScenario = { request: () => nobodyArranged(`${group}.${name}`) }
    return [table[group]?.[name] ?? unknown].flat().flatMap((arrangement) => {
      const words = [`${group}.${name}`, arrangement.label].filter((word) => word !== undefined).join(' ')
      const use = { name: words, definition: call, scenario: arrangement, isAlias: false }
      return call.path.startsWith('/api/auth/')
        ? [use, { ...use, name: `${words} at ${shortened(call.path)}`, isAlias: true }]
        : [use]
    })
  }),
)

function shortened(path: string): string {
  return path.replace('/api/auth/', '/auth/')
}

function nobodyArranged(call: string): never {
  throw new Error(`Nobody arranged a request for ${call}: see processes/testing/request-scenarios.ts.`)
}

/** The request of a use, from whoever sends it. */
export async function buildRequest(
  { definition: call, scenario: arrangement, isAlias }: EndpointUse,
  scene: ScenarioContext,
) {
  const { params = {}, query, body, headers } = (await arrangement.request?.(scene)) ?? {}
  const written = isAlias ? shortened(call.path) : call.path
  const path = written.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const content = body ?? (call.body && {})
  return {
    method: call.method,
    path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
    ...(headers && { headers }),
    ...(content !== undefined && { body: content }),
  }
}
