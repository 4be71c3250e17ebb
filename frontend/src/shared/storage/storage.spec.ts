// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { deviceStorage, tabStorage } from './browser-storage.ts'
import { claimUserStorage, clearUserStorage } from '../session/session.ts'

const blockStorage = () =>
  vi.stubGlobal('localStorage', {
    get getItem(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })

test('stores texts in the browser', () => {
  deviceStorage.set('thirty-theme', 'dark')
  expect(localStorage.getItem('thirty-theme')).toBe('dark')
  deviceStorage.remove('thirty-theme')
  expect(deviceStorage.get('thirty-theme')).toBeUndefined()
})

test('keeps texts in memory while storage is blocked', () => {
  blockStorage()
  expect(deviceStorage.get('token')).toBeUndefined()
  deviceStorage.set('token', 'of-maya')
  expect(deviceStorage.get('token')).toBe('of-maya')
  deviceStorage.remove('token')
  expect(deviceStorage.get('token')).toBeUndefined()
})

test('keeps a text in memory that does not fit into the storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  tabStorage.set('thirty-submit-draft', 'Pulse')
  expect(tabStorage.get('thirty-submit-draft')).toBe('Pulse')
  tabStorage.remove('thirty-submit-draft')
})

test('clears the data of the user, but neither preferences nor keys of others', () => {
  for (const storage of [deviceStorage, tabStorage])
    for (const key of ['thirty-submit-draft', 'thirty-last-board', 'thirty-theme', 'other'])
      storage.set(key, 'x')
  clearUserStorage()
  for (const storage of [deviceStorage, tabStorage])
    expect(storage.keys().toSorted()).toEqual(['other', 'thirty-theme'])
})

test('data stays for the same user and is removed for another one', () => {
  claimUserStorage('maya')
  tabStorage.set('thirty-submit-draft', 'Pulse')
  claimUserStorage('maya')
  expect(tabStorage.get('thirty-submit-draft')).toBe('Pulse')
  claimUserStorage('kenji')
  expect(tabStorage.get('thirty-submit-draft')).toBeUndefined()
})
