/** What the address of an engine tells, as far as it decides whether it may be used. */
export type EngineAddress = {
  /** Names or numbers of the machines, without ports. */
  hosts: readonly string[]
  /** As it is meant, not as it is written in an address. */
  password?: string
  isEncrypted: boolean
}

// URL knows no address with several hosts, which is how a cluster is named.
const cluster = /^esdb(?:\+discover)?:\/\/(?:[^:@/?#]+:([^:@/?#]*)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/
const member = /^([\w.-]+)(?::(\d{1,5}))?$/

/** The address of EventStoreDB, as `esdb://user:password@one:2113,two:2113?tls=true`; `undefined` for a text that is none. */
export function parseEventStoreAddress(text: string): EngineAddress | undefined {
  const [matched, password, list = '', options = ''] = cluster.exec(text) ?? []
  if (matched === undefined) return undefined
  const members = list.split(',').map((one) => member.exec(one))
  const hosts = members.flatMap((one) => (one?.[1] === undefined ? [] : [one[1]]))
  if (hosts.length < members.length || members.some((one) => Number(one?.[2] ?? 0) > 65_535)) return undefined
  const plain = [...new URLSearchParams(options)].some(
    ([name, value]) => name.toLowerCase() === 'tls' && value.toLowerCase() === 'false',
  )
  return { hosts, isEncrypted: !plain, ...asMeant(password) }
}

/** The address of Redis, as `rediss://user:password@host:6379/0`; `undefined` for a text that is none. */
export function parseRedisAddress(text: string): EngineAddress | undefined {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, password } = new URL(text)
  return { hosts: [hostname], isEncrypted: protocol === 'rediss:', ...asMeant(password) }
}

/** Whether every host is this machine, so that nothing of what is said leaves it. */
export const isOnThisMachine = ({ hosts }: EngineAddress): boolean =>
  hosts.every((host) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host))

function asMeant(password: string | undefined): { password?: string } {
  if (!password) return {}
  try {
    return { password: decodeURIComponent(password) }
  } catch {
    return { password }
  }
}
