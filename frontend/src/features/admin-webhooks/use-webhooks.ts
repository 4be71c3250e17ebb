import { useQuery } from '@tanstack/react-query'
import type { DeliveriesResponse, Webhook, WebhookSettings } from '@thirty/contracts/api/admin/webhooks.ts'
import { useEffect, useRef } from 'react'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { onResync } from '../../shared/live/resync.ts'
import { t } from './messages/t.ts'

const area = 'admin'

/** `isOutdated`: the last request failed, and an earlier answer is shown. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; value: Value; isOutdated: boolean }

/** All webhooks. They are loaded again whenever one of them, or a delivery, changes. */
export const useWebhooks = (): Loaded<readonly Webhook[]> =>
  useLive(['webhooks'], undefined, async (signal) => {
    const { webhooks } = await request('GET', '/api/admin/webhooks', { area, signal })
    return webhooks
  })

/** The delivery log of a webhook. It is loaded again whenever it changes. */
export const useDeliveries = (webhookId: string): Loaded<DeliveriesResponse> =>
  useLive(['webhook-deliveries', webhookId], webhookId, (signal) =>
    request('GET', '/api/admin/webhooks/:webhookId/deliveries', { params: { webhookId }, area, signal }),
  )

function useLive<Value>(
  queryKey: readonly string[],
  webhookId: string | undefined,
  load: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const { data, isPending, isFetching, error, refetch } = useQuery(
    // What was true minutes ago must not be shown as if it were now.
    { queryKey, queryFn: ({ signal }) => load(signal), gcTime: 0 },
    queryClient,
  )
  const hasLoaded = useRef(false)
  useEffect(() => {
    hasLoaded.current = data !== undefined
  }, [data])
  useEffect(() => {
    const reload = async () => {
      // The first answer may be from before the change, and a second request would only wait for it.
      const isFirst = !hasLoaded.current
      await refetch()
      if (isFirst) await refetch()
    }
    const stops = [
      subscribe('webhooks.changed', ({ webhook }) => {
        if (webhookId === undefined || webhook === null || webhook === webhookId) void reload()
      }),
      onResync(() => void reload()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [webhookId, refetch])
  if (data !== undefined) return { state: 'ready', value: data, isOutdated: error !== null }
  if (isPending || isFetching) return { state: 'loading' }
  return { state: 'failed', message: errorMessage(error, t('failedText')), retry: () => void refetch() }
}

/** Loads all webhooks again, after a change of this tab. */
export const showOwnChange = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['webhooks'] })

export const createWebhook = (body: WebhookSettings) => request('POST', '/api/admin/webhooks', { body, area })

export const changeWebhook = (webhookId: string, body: WebhookSettings) =>
  request('PUT', '/api/admin/webhooks/:webhookId', { params: { webhookId }, body, area })

export const rotateSecret = (webhookId: string) =>
  request('POST', '/api/admin/webhooks/:webhookId/rotate', { params: { webhookId }, area })

export const deleteWebhook = (webhookId: string) =>
  request('DELETE', '/api/admin/webhooks/:webhookId', { params: { webhookId }, area })

export const sendTestEvent = (webhookId: string) =>
  request('POST', '/api/admin/webhooks/:webhookId/ping', { params: { webhookId }, area })

export const sendAgain = (webhookId: string, deliveryId: string) =>
  request('POST', '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/send', {
    params: { webhookId, deliveryId },
    area,
  })
