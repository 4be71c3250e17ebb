import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { nonceCookie, nonceDigest, oneTimeTokenSeconds, pkceVerifier } from './nonce-cookie.ts'

const cookieAt = (address: string) => nonceCookie(new URL(address))
const requestWith = (cookie?: string) => ({ headers: { cookie } }) as Request
const nonce = 'n'.repeat(43)

/** Returns the cookies that are set on a response. */
function cookiesSetBy(act: (response: Response) => void) {
  const cookies: unknown[][] = []
  act({ cookie: (...cookie: unknown[]) => cookies.push(cookie) } as unknown as Response)
  return cookies
}

test('the cookie is hidden from scripts and other sites', () => {
  const [cookie] = cookiesSetBy((response) => cookieAt('https://thirty.example').issue(response))
  expect(cookie?.[0]).toBe('__Host-thirty-sign-in')
  expect(cookie?.[1]).toMatch(/^[\w-]{43}$/)
  expect(cookie?.[2]).toEqual({ httpOnly: true, sameSite: 'lax', secure: true, path: '/', maxAge: 600_000 })
})

test('over http the cookie is not marked as secure', () => {
  const [cookie] = cookiesSetBy((response) =>
    cookieAt('http://localhost:3000').extend(response, nonce, oneTimeTokenSeconds),
  )
  expect(cookie).toEqual([
    'thirty-sign-in',
    nonce,
    { httpOnly: true, sameSite: 'lax', secure: false, path: '/', maxAge: 60_000 },
  ])
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
