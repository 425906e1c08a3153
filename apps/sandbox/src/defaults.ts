/**
 * What the sandbox's providers accept when the environment does not say otherwise. None of it is worth anything outside: a production
 * configuration refuses these values.
 */
export const SANDBOX_DEFAULTS = {
  port: 3100,
  host: '127.0.0.1',
  dataFolder: '.data/sandbox',
  sepaySecret: 'sandbox-sepay-secret',
  sepayToken: 'sandbox-sepay-token',
  vietQrClientId: 'sandbox-vietqr-client',
  vietQrApiKey: 'sandbox-vietqr-key',
  payOsClientId: 'sandbox-payos-client',
  payOsApiKey: 'sandbox-payos-key',
  payOsChecksumKey: 'sandbox-payos-checksum',
  payOsAccount: '0011009876543',
  pmAccountId: '1234567',
  pmPassPhrase: 'sandbox-pm-passphrase',
  pmWallet: 'U1000001',
  /** Words whose `m/44'/195'/1'/0/0` is `tronWallet`; the sandbox itself has no use for them. */
  tronMnemonic: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  tronWallet: 'TLrpNTBuCpGMrB9TyVwgEhNVRhtWEQPHh4',
  webhookUrl: 'http://localhost:3000/webhooks/sepay',
  exchangeUrl: 'http://localhost:3000',
  collectionAccount: '0011004567890',
} as const;
