/** A fixed id of a person, distinguished by a number. */
export const personId = (number: number) => `0198c0de-0000-7000-8000-${number.toString().padStart(12, '0')}`

export const ana = '0198c0de-0000-7000-8000-00000000000a'
export const ben = '0198c0de-0000-7000-8000-00000000000b'
export const cleo = '0198c0de-0000-7000-8000-00000000000c'
export const admin = '0198c0de-0000-7000-8000-0000000000ad'
