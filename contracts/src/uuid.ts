// The form of the ids that the product makes: UUIDs in lower case.

export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
