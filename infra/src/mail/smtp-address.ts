import type { EngineAddress } from '../config/engine-address.ts'

/** A mail server. `isEncrypted`: from the first byte on, rather than after asking for it (STARTTLS). */
export type SmtpAddress = EngineAddress & { host: string; port: number; user?: string }

const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/**
 * The address of a mail server, as `smtps://user:password@mail.example.org:465`; `undefined` for a text that is none.
 * User and password come together or not at all.
 */
export function parseSmtpAddress(text: string): SmtpAddress | undefined {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (hostname === '' || !['', '/'].includes(pathname) || search + hash !== '') return undefined
  if ((username === '') !== (password === '')) return undefined
  const account = asMeant(username, password)
  if (account === undefined) return undefined
  return {
    hosts: [hostname],
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (ports[protocol] ?? 0) : Number(port),
    isEncrypted: protocol === 'smtps:',
    ...(username !== '' && account),
  }
}

function asMeant(user: string, password: string): { user: string; password: string } | undefined {
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
