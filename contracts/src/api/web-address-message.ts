import { webAddressFault } from '../rules/text/web-address.ts'

/** Returns what is wrong with an address that is refused; `withoutScheme` is the message for one that does not begin as it has to. */
export function webAddressMessage(address: string, withoutScheme: string): string {
  const fault = webAddressFault(address)
  if (fault === 'credentials') return 'Remove the username and password from this address'
  return fault === 'host' ? 'The name after http:// or https:// is missing or misspelled' : withoutScheme
}
