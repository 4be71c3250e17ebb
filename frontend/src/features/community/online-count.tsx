import { useEffect, useState } from 'react'
import { subscribe } from '../../shared/live/live-socket.ts'
import { t } from './messages/t.ts'
import css from './online-count.module.css'

/** How many are online, as of the last heartbeat of the server; nothing until the first one. */
export const OnlineCount = () => {
  const [count, setCount] = useState<number>()
  useEffect(() => subscribe('leaderboard.heartbeat', ({ online }) => setCount(online)), [])
  if (count === undefined) return null
  return (
    <span className={css.online} data-online>
      {t('online', { count })}
    </span>
  )
}
