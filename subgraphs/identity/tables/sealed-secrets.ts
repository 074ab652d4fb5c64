// The table of sealed secrets: the signing keys and the secret of the authorization server.

export interface SealedSecretTable {
  name: SecretName
  /** A compact JWE that KEY_ENCRYPTION_KEY opens. */
  jwe: string
}

/** The names of the files in the data folder, without their endings. */
export type SecretName = 'identity-secret' | 'signing-keys' | 'signing-keys-rs256'
