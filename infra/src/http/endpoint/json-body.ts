import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import express, { type RequestHandler } from 'express'

const maxDepth = 20
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON bodies up to 100 kB. Refuses a body as `malformed` if it is neither object nor array, or nested too
 * deeply.
 */
export const jsonBody: RequestHandler[] = [
  express.json({ limit: 100_000, strict: true, type: 'application/json' }),
  (request, _response, next) => {
    checkShape(request.body, maxDepth)
    next()
  },
]

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new Refusal('malformed', 'The request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (dangerousKeys.has(key)) throw new Refusal('malformed', 'The request is malformed.')
    checkShape(inner, depth - 1)
  }
}
