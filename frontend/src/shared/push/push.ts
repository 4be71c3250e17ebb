import { request } from '../http/http.ts'
import { ownUserId, useSession } from '../session/session.ts'
import { deviceStorage } from '../storage/browser-storage.ts'

/** Whether this browser shows push messages. `blocked`: the user or the system refused them for this site. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Says who turned push messages on in this browser. It is removed at logout, and stays when a session ends by itself. */
const subscriberKey = 'thirty-push'
/** The service worker is registered some seconds after the start. */
const workerTimeoutMs = 15_000

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const isOwn = (): boolean => {
  const user = ownUserId()
  return user !== undefined && deviceStorage.get(subscriberKey) === user
}

/** Returns the state of this browser without asking for permission. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isOwn() && Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off'
}

/** Asks for permission if needed and subscribes this browser. Call it after a press only. Rejects if the server or push service fails. */
export async function turnOnPush(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'blocked'
  if (permission !== 'granted') return 'off'
  await subscribe()
  return 'on'
}

/** Ends the subscription of this browser. Rejects with `RequestFailed`. */
export async function turnOffPush(): Promise<PushState> {
  const subscription = await findSubscription()
  if (subscription)
    await request('DELETE', '/api/push/subscription', { body: { endpoint: subscription.endpoint } })
  await forgetPush()
  return 'off'
}

/**
 * Moves the subscription of this browser to the current session, because it ends with the one it was made in. A subscription
 * of somebody else ends. Never asks for permission.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported()) return
  if (!isOwn()) return forgetPush()
  if (Notification.permission === 'granted') await subscribe()
}

/** Ends the subscription in this browser, at the push service. The server learns of it when it sends the next message. */
async function forgetPush(): Promise<void> {
  deviceStorage.remove(subscriberKey)
  await (await findSubscription())?.unsubscribe()
}

const findSubscription = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()

async function subscribe(): Promise<void> {
  const user = ownUserId()
  const { pushManager } = await readyWorker()
  const { publicKey } = await request('GET', '/api/push')
  const binary = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'))
  const applicationServerKey = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const existing = await pushManager.getSubscription()
  const isUsable =
    existing !== null && isOwn() && isSameKey(existing.options.applicationServerKey, applicationServerKey)
  if (!isUsable) await existing?.unsubscribe()
  const subscription = isUsable
    ? existing
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  await request('PUT', '/api/push/subscription', { body })
  if (user !== undefined) deviceStorage.set(subscriberKey, user)
}

/** Rejects if the worker does not start in time, such as without space on the disk. */
const readyWorker = (): Promise<ServiceWorkerRegistration> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The service worker did not start.')), workerTimeoutMs)
    navigator.serviceWorker.ready.then(resolve, reject)
  })

const isSameKey = (existing: ArrayBuffer | null, key: Uint8Array): boolean =>
  existing !== null && String(new Uint8Array(existing)) === String(key)

useSession.subscribe(({ session }) => {
  if (session.kind === 'visitor' && session.lastSession === 'logged-out' && isSupported())
    void forgetPush().catch(() => undefined)
})
