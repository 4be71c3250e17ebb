import { vi } from 'vitest'

/** Keys as a browser creates them. */
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

type SubscribeOptions = { applicationServerKey: Uint8Array<ArrayBuffer> }

/** Gives this browser push messages: `permission` is what the user has chosen, `answer` what they choose in the browser's question. */
export function fakePush({ permission = 'default', answer = 'granted' } = {}) {
  let subscription: object | null = null
  const requestPermission = vi.fn<() => Promise<string>>(async () => {
    const chosen = permission === 'default' ? answer : permission
    notification.permission = chosen
    return chosen
  })
  const notification: { permission: string; requestPermission: () => Promise<string> } = {
    permission,
    requestPermission,
  }
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => {
    subscription = null
    return true
  })
  let count = 0
  const subscribe = vi.fn<(options: SubscribeOptions) => Promise<object>>(
    async ({ applicationServerKey }) => {
      const endpoint = `https://push.example/${(count += 1)}`
      subscription = {
        endpoint,
        options: { applicationServerKey: applicationServerKey.buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe,
      }
      return subscription
    },
  )
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', Object)
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return {
    requestPermission,
    subscribe,
    unsubscribe,
    remove: () => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'serviceWorker')
    },
  }
}
