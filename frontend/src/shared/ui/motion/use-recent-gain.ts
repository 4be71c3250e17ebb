import { useState } from 'react'
import { useAfter } from '../use-after.ts'

/** How long a gain is highlighted, in milliseconds. */
const highlightMs = 2000

/** Returns the points that were just gained, for `highlightMs`; undefined otherwise. */
export function useRecentGain(points: number): number | undefined {
  const [lastPoints, setLastPoints] = useState(points)
  const [gain, setGain] = useState<{ points: number }>()
  if (points !== lastPoints) {
    setLastPoints(points)
    setGain(points > lastPoints ? { points: Math.round((points - lastPoints) * 10) / 10 } : undefined)
  }
  useAfter(gain && highlightMs, () => setGain(undefined), gain)
  return gain?.points
}
