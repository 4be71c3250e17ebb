import type { Config } from './config.ts'

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether only this machine reaches the product: it listens on a loopback address, and its public address is one. */
export const isForThisMachineOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  loopback.test(host) && loopback.test(publicUrl.hostname)
