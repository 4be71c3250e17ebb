// Parses JSON bodies up to 100 kB.

import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import express, { type RequestHandler } from 'express'

const maxBytes = 100_000
const maxDepth = 20
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** What browsers and nearly all programs send. Nothing has to be negotiated, so it is read in half the time of Express's parser. */
const usualType = /^application\/json(; ?charset=utf-8)?$/i
const parseOther = express.json({ limit: maxBytes, strict: true, type: 'application/json' })

/** Refuses a body as `malformed` if it is neither object nor array, or nested too deeply. An empty body is an empty object. */
export const jsonBody: RequestHandler[] = [
  (request, response, next) => {
    const {
      'content-type': type = '',
      'content-length': length,
      'content-encoding': encoding,
    } = request.headers
    if (!usualType.test(type) || encoding !== undefined || !(Number(length) <= maxBytes))
      return parseOther(request, response, next)
    const chunks: Uint8Array[] = []
    request
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .once('end', () => {
        try {
          request.body = parse(chunks)
        } catch (error) {
          return next(error)
        }
        next()
      })
      .once('close', () => {
        if (!request.complete) next(unreadable())
      })
  },
  (request, _response, next) => {
    checkShape(request.body, maxDepth)
    next()
  },
]

const decoder = new TextDecoder()

function parse(chunks: readonly Uint8Array[]): unknown {
  const [only] = chunks
  const text = decoder.decode(chunks.length === 1 ? only : Buffer.concat(chunks))
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unreadable()
}

const unreadable = () => new Refusal('malformed', "The request couldn't be read.")

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new Refusal('malformed', 'The request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (dangerousKeys.has(key)) throw new Refusal('malformed', 'The request is malformed.')
    checkShape(inner, depth - 1)
  }
}
