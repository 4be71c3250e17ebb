import { expect, test } from 'vitest'
import { shownEndpoints } from './read-models.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeEndpoints } from '@thirty/contracts/challenge/api.ts'

test('an endpoint answers from the run that is shown when the request arrives', () => {
  const answers: string[] = []
  const modelsOf = (run: string) => {
    const handlers = [
      (_request: unknown, _response: unknown, next: () => void) => next(),
      () => void answers.push(run),
    ]
    // Safe: the handlers use only these parts.
    const endpoints = [{ definition: challengeEndpoints.currentDay, handlers }] as unknown as Endpoint[]
    return { views: { admins: { endpoints }, everybody: { endpoints } } }
  }
  const shown = { current: modelsOf('r1') }
  const [handler] = shownEndpoints(shown)[0]?.handlers ?? []
  const ask = () => handler?.({} as never, {} as never, () => expect.unreachable())
  ask()
  shown.current = modelsOf('r2')
  ask()
  expect(answers).toEqual(['r1', 'r2'])
})
