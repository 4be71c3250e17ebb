import { Refusal } from '@thirty/contracts/refusals.ts'
import express, { type RequestHandler } from 'express'

const deepest = 20
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads JSON bodies up to 100 kB. Anything but an object or a list, and anything nested too deeply, is malformed. */
export const jsonBody: RequestHandler[] = [
  express.json({ limit: 100_000, strict: true, type: 'application/json' }),
  (request, _response, next) => {
    checkShape(request.body, deepest)
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
