// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Test money of the local chain. Whoever deployed it may mint. Of what arrives, `feeBps` / 10,000 is burnt: 0 but in tests.
contract TestToken is ERC20 {
    address private immutable minter = msg.sender;
    uint8 private immutable places;
    uint256 private immutable feeBps;

    constructor(string memory name, string memory symbol, uint8 decimals_, uint256 feeBps_) ERC20(name, symbol) {
        places = decimals_;
        feeBps = feeBps_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "not the minter");
        _mint(to, amount);
    }

    /// The log says what was sent; less of it stays.
    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        uint256 fee = from == address(0) || to == address(0) ? 0 : (value * feeBps) / 10_000;
        if (fee > 0) super._update(to, address(0), fee);
    }
}
