import type { RequestHandler } from 'express'

/** A guard that admits everybody, where a spec is about something else. */
export const pass: RequestHandler = (_request, _response, next) => next()
