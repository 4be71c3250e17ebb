import { isWebAddress } from '@thirty/contracts/user-texts/web-address.ts'
import { expect, test } from 'vitest'
import { categoryIds, filterResources, resources } from './resources.ts'

test('every category has at least four resources', () => {
  const counts = categoryIds.map((category) => filterResources({ category, search: '' }).length)
  expect(counts).toHaveLength(11)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4)
})

test('no resource is listed twice', () => {
  const names = resources.map(({ name }) => name.toLowerCase())
  const urls = resources.map(({ url }) => url.replace(/\/$/, ''))
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(urls).size).toBe(urls.length)
})

test('every resource has a secure address and one sentence', () => {
  for (const { url, about } of resources) {
    expect(isWebAddress(url)).toBe(true)
    expect(new URL(url).protocol).toBe('https:')
    expect(about).toMatch(/^\S.{9,70}\.$/)
  }
})

test('finds resources by a part of the name, the description, the category or the address', () => {
  const names = (search: string) => filterResources({ category: undefined, search }).map(({ name }) => name)
  expect(names('PLAYWR')).toEqual(['Playwright'])
  expect(names('property-based')).toEqual(['fast-check'])
  expect(names('devops')).toHaveLength(5)
  expect(names('portswigger')).toEqual(['Web Security Academy'])
  expect(names('nothing at all')).toEqual([])
})

test('shows one category, or only given addresses', () => {
  const testing = filterResources({ category: 'testing', search: '' })
  expect(new Set(testing.map(({ category }) => category))).toEqual(new Set(['testing']))
  const urls = new Set(['https://vite.dev', 'https://unlisted.example'])
  expect(filterResources({ category: undefined, search: '', urls }).map(({ name }) => name)).toEqual(['Vite'])
})
