import type { Call } from '@thirty/contracts/calls/call.ts'
import { calls } from '@thirty/contracts/calls/calls.ts'
import { arrangements } from './spec-arrangements.ts'
import type { Arrangement, Scene } from './spec-scene.ts'

/** One use of one call, with a name to read. Calls of accounts are used at both of their addresses. */
export type Use = { name: string; call: Call; arrangement: Arrangement; isAlias: boolean }

/** Every use of every call. */
export const uses: readonly Use[] = Object.entries<Record<string, Call>>(calls).flatMap(([group, inGroup]) =>
  Object.entries(inGroup).flatMap(([name, call]) => {
    // The type above is exact for who writes the table; here it is read by names that come from the calls themselves.
    const table = arrangements as Record<string, Record<string, Arrangement | readonly Arrangement[]>>
    const unknown: Arrangement = { given: () => nobodyArranged(`${group}.${name}`) }
    return [table[group]?.[name] ?? unknown].flat().flatMap((arrangement) => {
      const words = [`${group}.${name}`, arrangement.when].filter((word) => word !== undefined).join(' ')
      const use = { name: words, call, arrangement, isAlias: false }
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
  throw new Error(`Nobody arranged a request for ${call}: see processes/spec-arrangements.ts.`)
}

/** The request of a use, from whoever sends it. */
export async function requestOf({ call, arrangement, isAlias }: Use, scene: Scene) {
  const { params = {}, query, body, headers } = (await arrangement.given?.(scene)) ?? {}
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
