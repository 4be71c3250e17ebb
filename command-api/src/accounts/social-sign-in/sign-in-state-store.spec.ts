import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { nonceCookie, nonceDigest, oneTimeTokenSeconds, pkceVerifier } from './endpoints.ts'

const cookieAt = (address: string) => nonceCookie(new URL(address))
const requestWith = (cookie?: string) => ({ headers: { cookie } }) as Request
const nonce = 'n'.repeat(43)

/** Returns the cookie that is set on a response, as name, value and options. */
function cookieSetBy(act: (response: Response) => void) {
  const cookies: unknown[][] = []
  act({ cookie: (...cookie: unknown[]) => cookies.push(cookie) } as unknown as Response)
  return cookies[0]
}
const hidden = { httpOnly: true, sameSite: 'lax', path: '/' }

test('the cookie is hidden from scripts and other sites, and over http it is not marked as secure', () => {
  expect(cookieSetBy((response) => cookieAt('https://thirty.example').issue(response))).toEqual([
    '__Host-thirty-sign-in',
    expect.stringMatching(/^[\w-]{43}$/),
    { ...hidden, secure: true, maxAge: 600_000 },
  ])
  expect(
    cookieSetBy((response) => cookieAt('http://localhost').extend(response, nonce, oneTimeTokenSeconds)),
  ).toEqual(['thirty-sign-in', nonce, { ...hidden, secure: false, maxAge: 60_000 }])
})

test('a nonce is read only from a single, valid cookie', () => {
  const { read } = cookieAt('http://localhost:3000')
  expect(read(requestWith(`theme=dark; thirty-sign-in=${nonce}; x=y`))).toBe(nonce)
  for (const cookie of [
    undefined,
    '',
    'thirty-sign-in=',
    'thirty-sign-in=short',
    `not-thirty-sign-in=${nonce}`,
    `thirty-sign-in="${nonce}"`,
    `thirty-sign-in=${nonce}; thirty-sign-in=${'m'.repeat(43)}`,
  ])
    expect(read(requestWith(cookie))).toBeUndefined()
})

test('the verifier has the form of RFC 7636 and depends on nonce and secret', () => {
  const verifier = pkceVerifier(nonce, 'x'.repeat(32))
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(pkceVerifier(nonce, 'y'.repeat(32))).not.toBe(verifier)
  expect(pkceVerifier('m'.repeat(43), 'x'.repeat(32))).not.toBe(verifier)
  expect(nonceDigest(nonce)).not.toContain(nonce)
})
