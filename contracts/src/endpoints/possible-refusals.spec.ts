import { allEndpoints, endpoints } from './endpoints.ts'
import { expect, test } from 'vitest'
import { possibleRefusals } from './documentation.ts'

test('no definition names an error that follows from the rest of it', () => {
  const repeated = allEndpoints.flatMap(({ errors = [], ...rest }) => {
    const derived = possibleRefusals(rest)
    return errors.filter((code) => derived.has(code)).map((code) => `${rest.method} ${rest.path}: ${code}`)
  })
  expect(repeated).toEqual([])
})

test('each id in a path may name something that does not exist', () => {
  const { change } = endpoints.savedTexts
  expect(possibleRefusals(change)).toContain('saved-text-not-found')
  const { removeComment } = endpoints.reactions
  const codes = [...possibleRefusals(removeComment)]
  expect(codes).toEqual(expect.arrayContaining(['project-not-found', 'comment-not-found']))
})

test('every request may be refused while a process starts or has too much to do', () => {
  expect(allEndpoints.filter((definition) => !possibleRefusals(definition).has('busy'))).toEqual([])
})
