// Recognises addresses of networks at an event, where many people share an address.

import type { EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import proxyAddress from 'proxy-addr'
import type { Clock } from '../../clock.ts'
import { clientAddress } from './client-address.ts'

type EventOptions = {
  /** Networks that the configuration names; null if there are none. */
  configured: EventNetworks | null
  /** Returns the networks that were named meanwhile; null if there are none. */
  current: () => Promise<EventNetworks | null>
  clock: Clock
  onFailure: (error: unknown) => void
}

/** Returns a function that says whether an address is at an event now. While that cannot be read, only configured networks are. */
export function eventAddresses({ configured, current, clock, onFailure }: EventOptions) {
  const isConfigured = matcherOf(configured?.networks ?? [])
  const isOn = (event: EventNetworks | null): event is EventNetworks =>
    event !== null && clock() < Date.parse(event.until)
  return async (address: string | undefined): Promise<boolean> => {
    if (address === undefined) return false
    if (isOn(configured) && isConfigured(address)) return true
    try {
      const event = await current()
      return isOn(event) && matcherOf(event.networks)(address)
    } catch (error) {
      onFailure(error)
      return false
    }
  }
}

function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const matches = proxyAddress.compile([...networks])
  // The second argument is the distance of a proxy, which does not count here.
  return (address) => matches(clientAddress(address), 0)
}
