import { webAddressFault } from '../user-texts/web-address.ts'
import { rule } from '../texts/text.ts'

/** Returns what is wrong with an address that is refused; `withoutScheme` is the message for an address without http:// or https://. */
export function webAddressMessage(address: string, withoutScheme: string): string {
  const fault = webAddressFault(address)
  if (fault === 'credentials') return rule('addressCredentials')
  return fault === 'host' ? rule('addressName') : withoutScheme
}
